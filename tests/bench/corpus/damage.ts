/** Damage that files suffer in transfers, on failing disks and from faulty programs. */
export type Damage = (bytes: Buffer) => Buffer;

const MP3_HEADER_BYTES = 4;
const SIDE_INFO_STEREO_BYTES = 32;
const VBRI_AT = 36;

export const truncate =
  (share: number): Damage =>
  (bytes) =>
    bytes.subarray(0, Math.round(bytes.length * share));

export const removeStart =
  (count: number): Damage =>
  (bytes) =>
    bytes.subarray(count);

export const removeEnd =
  (count: number): Damage =>
  (bytes) =>
    bytes.subarray(0, bytes.length - count);

/** A range of the file that was never written. */
export const zeroRange =
  ({ fromShare, share }: { readonly fromShare: number; readonly share: number }): Damage =>
  (bytes) => {
    const from = Math.round(bytes.length * fromShare);
    return Buffer.from(bytes).fill(0, from, from + Math.round(bytes.length * share));
  };

export const prepend =
  (junk: Uint8Array): Damage =>
  (bytes) =>
    Buffer.concat([junk, bytes]);

/** The same file twice in a row, as after joining files byte by byte. */
export const repeat: Damage = (bytes) => Buffer.concat([bytes, bytes]);

/** Entirely different content. */
export const replaceWith =
  (other: string | Uint8Array): Damage =>
  () =>
    Buffer.from(other);

/** A wrong number in a header, `at` bytes after the start of a text. Throws if the text is missing. */
export const overwriteNumber =
  ({ afterText, at, value, order }: { afterText: string; at: number; value: number; order: "LE" | "BE" }): Damage =>
  (bytes) => {
    const damaged = Buffer.from(bytes);
    const textAt = damaged.indexOf(afterText, 0, "latin1");
    if (textAt < 0) throw new Error(`the file does not contain ${afterText}`);
    if (order === "LE") damaged.writeUInt32LE(value, textAt + at);
    else damaged.writeUInt32BE(value, textAt + at);
    return damaged;
  };

/** Random bytes, the same in every run. */
export function noise(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  let state = 2_463_534_242;
  for (let i = 0; i < count; i++) {
    // xorshift32 (Marsaglia, 2003)
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state & 0xff;
  }
  return bytes;
}

/** Random bytes without 0xFF, with which MP3 and AAC packets start. */
export function noiseWithoutSyncBytes(count: number): Buffer {
  return noise(count).map((byte) => (byte === 0xff ? 0 : byte)) as Buffer;
}

/** Adds the VBRI header, which Fraunhofer's encoder writes in a silent first packet, to a stereo MP3 of constant bit rate. */
export const withVbri: Damage = (bytes) => {
  const next = bytes.indexOf(bytes.subarray(0, 2), MP3_HEADER_BYTES + SIDE_INFO_STEREO_BYTES);
  const packet = Buffer.alloc(next);
  bytes.copy(packet, 0, 0, MP3_HEADER_BYTES);
  const frames = Math.round(bytes.length / next);
  packet.write("VBRI", VBRI_AT, "latin1");
  // The fields are version, delay, quality, bytes and frames. There is no table of contents.
  packet.writeUInt16BE(1, VBRI_AT + 4);
  packet.writeUInt16BE(0, VBRI_AT + 6);
  packet.writeUInt16BE(75, VBRI_AT + 8);
  packet.writeUInt32BE(bytes.length + next, VBRI_AT + 10);
  packet.writeUInt32BE(frames, VBRI_AT + 14);
  return Buffer.concat([packet, bytes]);
};
