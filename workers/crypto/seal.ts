import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Each purpose has its own key: a text sealed for one purpose cannot be unsealed for another. */
export type SealPurpose = "provider-authorization" | "mail" | "service-credentials" | "mutation-outcome" | "subscription-args";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts with AES-256-GCM. The key is derived from the secret and the purpose (HKDF-SHA-256). base64url: nonce, tag, text. */
export function seal(secret: string, purpose: SealPurpose, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(secret, purpose), nonce);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url");
}

/** Null if the text was altered, or was sealed for another purpose or with another secret. */
export function unseal(secret: string, purpose: SealPurpose, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(secret, purpose), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    // the authentication tag does not match
    return null;
  }
}

/** The keys of the secret that was used last: deriving one takes longer than sealing a short text. */
const derived = { secret: "", keys: new Map<SealPurpose, Buffer>() };

function deriveKey(secret: string, purpose: SealPurpose): Buffer {
  if (secret.length < 32) throw new Error("APP_SECRET is missing or shorter than 32 characters");
  if (derived.secret !== secret) Object.assign(derived, { secret, keys: new Map() });
  const key = derived.keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", secret, "", `tutti seal: ${purpose}`, 32));
  derived.keys.set(purpose, key);
  return key;
}
