/** What happens to files: on their way over a bad line, on a dying disk, in the hands of careless programs. */
export type Spoil = (bytes: Buffer) => Buffer;

const MP3_HEADER_BYTES = 4;
const SIDE_INFO_STEREO_BYTES = 32;
const VBRI_AT = 36;

export const cutTo =
  (share: number): Spoil =>
  (bytes) =>
    bytes.subarray(0, Math.round(bytes.length * share));

export const withoutStart =
  (count: number): Spoil =>
  (bytes) =>
    bytes.subarray(count);

export const withoutEnd =
  (count: number): Spoil =>
  (bytes) =>
    bytes.subarray(0, bytes.length - count);

/** A piece of the file that was never written. */
export const zeroed =
  ({ fromShare, share }: { readonly fromShare: number; readonly share: number }): Spoil =>
  (bytes) => {
    const from = Math.round(bytes.length * fromShare);
    return Buffer.from(bytes).fill(0, from, from + Math.round(bytes.length * share));
  };

export const behind =
  (junk: Uint8Array): Spoil =>
  (bytes) =>
    Buffer.concat([junk, bytes]);

/** The same bytes again, as a careless joiner of files leaves them. */
export const twice: Spoil = (bytes) => Buffer.concat([bytes, bytes]);

/** Other bytes altogether. */
export const replacedBy =
  (other: string | Uint8Array): Spoil =>
  () =>
    Buffer.from(other);

/** A number in the place of another: of a header that lies. */
export const withNumber =
  ({ behindText, at, value, order }: { behindText: string; at: number; value: number; order: "LE" | "BE" }): Spoil =>
  (bytes) => {
    const spoilt = Buffer.from(bytes);
    const place = spoilt.indexOf(behindText, 0, "latin1");
    if (place < 0) throw new Error(`there is no ${behindText}`);
    if (order === "LE") spoilt.writeUInt32LE(value, place + at);
    else spoilt.writeUInt32BE(value, place + at);
    return spoilt;
  };

/** Bytes that look like nothing, the same each time. */
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

/** Noise without any byte that a packet could begin with. */
export function dullNoise(count: number): Buffer {
  return noise(count).map((byte) => (byte === 0xff ? 0 : byte)) as Buffer;
}

/** The note that Fraunhofer's encoder puts into a silent first packet; of a stereo stream at a constant rate without one. */
export const withVbri: Spoil = (bytes) => {
  const next = bytes.indexOf(bytes.subarray(0, 2), MP3_HEADER_BYTES + SIDE_INFO_STEREO_BYTES);
  const packet = Buffer.alloc(next);
  bytes.copy(packet, 0, 0, MP3_HEADER_BYTES);
  const frames = Math.round(bytes.length / next);
  packet.write("VBRI", VBRI_AT, "latin1");
  // version, delay, quality, bytes, frames; no table of contents
  packet.writeUInt16BE(1, VBRI_AT + 4);
  packet.writeUInt16BE(0, VBRI_AT + 6);
  packet.writeUInt16BE(75, VBRI_AT + 8);
  packet.writeUInt32BE(bytes.length + next, VBRI_AT + 10);
  packet.writeUInt32BE(frames, VBRI_AT + 14);
  return Buffer.concat([packet, bytes]);
};
