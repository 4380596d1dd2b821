import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** What a sealed text is for; one made for one purpose opens for no other. */
export type SealedFor = "provider-authorization" | "mail";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a key that is made of the secret for this purpose alone (HKDF-SHA-256). base64url: nonce, tag, text. */
export function seal(secret: string, purpose: SealedFor, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Null: it was not sealed by us, not for this, or with another secret. */
export function unseal(secret: string, purpose: SealedFor, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", keyFor(secret, purpose), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    // the tag is not that of this text under this key
    return null;
  }
}

function keyFor(secret: string, purpose: SealedFor): Buffer {
  if (secret.length < 32) throw new Error("APP_SECRET is missing or shorter than 32 characters");
  return Buffer.from(hkdfSync("sha256", secret, "", `tutti seal: ${purpose}`, 32));
}
