import { createHmac, timingSafeEqual } from "node:crypto";

/** A signature made for one purpose is invalid for another. */
export type SignaturePurpose =
  | "media-grant"
  | "invite"
  | "device-cookie"
  | "access-token"
  | "login-name"
  | "room-token"
  | "ticket"
  | "timestamp";

/** The first `bytes` bytes of an HMAC-SHA-256, in base64url. */
export function sign(secret: string, purpose: SignaturePurpose, text: string, bytes: number): string {
  return hmac(secret, purpose, text).subarray(0, bytes).toString("base64url");
}

/** Compares in constant time. */
export function verifySignature(
  secret: string,
  purpose: SignaturePurpose,
  { text, signature, bytes }: { readonly text: string; readonly signature: string; readonly bytes: number },
): boolean {
  const actual = Buffer.from(signature);
  const expected = Buffer.from(sign(secret, purpose, text, bytes));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function hmac(secret: string, purpose: SignaturePurpose, text: string): Buffer {
  if (secret.length < 32) throw new Error("APP_SECRET is missing or shorter than 32 characters");
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest();
}
