import { createHmac, timingSafeEqual } from "node:crypto";

/** What a signature is for; one made for one purpose is worth nothing for another. */
export type Purpose = "media-token" | "invite" | "known-browser" | "socket-ticket" | "typed";

/** The first `bytes` of an HMAC-SHA-256, base64url. */
export function sign(secret: string, purpose: Purpose, text: string, bytes: number): string {
  return digest(secret, purpose, text).subarray(0, bytes).toString("base64url");
}

export function isSigned(
  secret: string,
  purpose: Purpose,
  { text, signature, bytes }: { readonly text: string; readonly signature: string; readonly bytes: number },
): boolean {
  const given = Buffer.from(signature);
  const right = Buffer.from(sign(secret, purpose, text, bytes));
  return given.length === right.length && timingSafeEqual(given, right);
}

function digest(secret: string, purpose: Purpose, text: string): Buffer {
  if (secret.length < 32) throw new Error("APP_SECRET is missing or shorter than 32 characters");
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest();
}
