/** A timestamp is the id of the last change in the change log. Clients receive it as 64 bits, little-endian, in base64. */
export function encodeTimestamp(changeId: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(changeId));
  return bytes.toString("base64");
}

/** Null if the text is not a timestamp. */
export function decodeTimestamp(encoded: string): number | null {
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.length !== 8 || bytes.toString("base64") !== encoded) return null;
  const changeId = Number(bytes.readBigUInt64LE());
  return Number.isSafeInteger(changeId) ? changeId : null;
}
