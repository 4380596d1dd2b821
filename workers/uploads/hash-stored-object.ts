import type { StoredBytes } from "#workers/audio-inspection/stored-bytes.ts";

/** SHA-256 of the stored bytes, hex. The platform computes it while the bytes stream through. */
export async function hashStoredObject(bytes: StoredBytes): Promise<string> {
  const digest = new crypto.DigestStream("SHA-256");
  await (await bytes.stream(0)).pipeTo(digest);
  return Buffer.from(await digest.digest).toString("hex");
}
