import { sha256 } from "@oslojs/crypto/sha2";
import { encodeHexLowerCase } from "@oslojs/encoding";

/** SHA-256, hex. What is stored of a token of 160 random bits: it opens nothing, and cannot be guessed back. */
export function tokenHash(token: string): string {
  return encodeHexLowerCase(sha256(new TextEncoder().encode(token)));
}
