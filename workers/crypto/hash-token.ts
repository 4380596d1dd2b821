import { sha256 } from "@oslojs/crypto/sha2";
import { encodeHexLowerCase } from "@oslojs/encoding";

/**
 * SHA-256 in hex: the form in which a token is stored. A token has 160 random bits, so its hash needs no salt and cannot be
 * inverted by guessing.
 */
export function hashToken(token: string): string {
  return encodeHexLowerCase(sha256(new TextEncoder().encode(token)));
}
