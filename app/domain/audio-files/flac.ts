/**
 * The parts of FLAC (RFC 9639) that seeking needs. Every FLAC packet (there called a frame) states its own position in its
 * header, protected by a checksum, so any window of bytes reveals its position in the stream.
 */

export type FlacStreamInfo = {
  readonly minBlockFrames: number;
  readonly maxBlockFrames: number;
  /** 0 if unknown. */
  readonly maxPacketBytes: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  /** 0 if unknown. */
  readonly totalFrames: number;
};

export type FlacMetadataBlock = { readonly type: number; readonly bytes: number; readonly isLast: boolean };

export const FLAC_MARKER_BYTES = 4;
export const FLAC_BLOCK_HEADER_BYTES = 4;
export const FLAC_STREAM_INFO_BYTES = 34;
export const FLAC_STREAM_INFO = 0;
export const FLAC_SEEK_TABLE = 3;
export const FLAC_COMMENTS = 4;
export const FLAC_PICTURE = 6;
/** Files with more metadata blocks are not read. */
export const FLAC_METADATA_BLOCKS_MAX = 200;
/** The longest packet header (§9.1). */
export const FLAC_HEADER_BYTES_MAX = 16;

export function readFlacBlockHeader(bytes: Uint8Array, at: number): FlacMetadataBlock {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0] = bytes.subarray(at, at + FLAC_BLOCK_HEADER_BYTES);
  return { type: b0 & 0x7f, isLast: (b0 & 0x80) !== 0, bytes: (b1 << 16) | (b2 << 8) | b3 };
}

/** Reads a STREAMINFO block (§8.2). Null for values that no encoder writes. */
export function readFlacStreamInfo(block: Uint8Array): FlacStreamInfo | null {
  if (block.length < FLAC_STREAM_INFO_BYTES) return null;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const packed = view.getUint32(10);
  const info = {
    minBlockFrames: view.getUint16(0),
    maxBlockFrames: view.getUint16(2),
    maxPacketBytes: (view.getUint8(7) << 16) | view.getUint16(8),
    sampleRate: packed >>> 12,
    channels: ((packed >>> 9) & 7) + 1,
    bitsPerSample: ((packed >>> 4) & 31) + 1,
    totalFrames: (packed & 15) * 2 ** 32 + view.getUint32(14),
  };
  return info.sampleRate > 0 && info.maxBlockFrames >= 16 ? info : null;
}

/** Reads a SEEKTABLE block (§8.5), without its placeholders. Bytes count from the first packet. */
export function readFlacSeekTable(block: Uint8Array): readonly (readonly [frame: number, byte: number])[] {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const points: [number, number][] = [];
  for (let at = 0; at + 18 <= block.length; at += 18) {
    if (view.getUint32(at) === 0xffffffff) continue;
    points.push([
      view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4),
      view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12),
    ]);
  }
  return points.sort((a, b) => a[0] - b[0]);
}

export type FlacPacketHeader = {
  /** Position of its first frame in the track. */
  readonly frame: number;
  readonly frames: number;
  readonly headerBytes: number;
};

/** The packet header at `at` (§9.1), if its checksum is correct. Null otherwise, and if `bytes` end before the header does. */
export function readFlacPacketHeader(bytes: Uint8Array, at: number, info: FlacStreamInfo): FlacPacketHeader | null {
  const b1 = bytes[at + 1] ?? 0;
  if (bytes[at] !== 0xff || (b1 & 0xfe) !== 0xf8) return null;
  const b2 = bytes[at + 2] ?? 0;
  const b3 = bytes[at + 3] ?? 0;
  const sizeCode = b2 >> 4;
  const rateCode = b2 & 15;
  // reserved values
  if (sizeCode === 0 || rateCode === 15 || b3 >> 4 > 10 || ((b3 >> 1) & 7) === 3 || (b3 & 1) !== 0) return null;
  const number = readCodedNumber(bytes, at + 4);
  if (!number) return null;
  let end = number.end;
  let frames = toBlockFrames(sizeCode);
  if (sizeCode === 6) {
    frames = (bytes[end] ?? 0) + 1;
    end += 1;
  } else if (sizeCode === 7) {
    frames = (((bytes[end] ?? 0) << 8) | (bytes[end + 1] ?? 0)) + 1;
    end += 2;
  }
  if (rateCode === 12) end += 1;
  else if (rateCode > 12) end += 2;
  if (end >= bytes.length || crc8(bytes, at, end) !== bytes[end]) return null;
  const isVariable = (b1 & 1) === 1;
  const frame = isVariable ? number.value : number.value * info.maxBlockFrames;
  if (frames > info.maxBlockFrames || (info.totalFrames > 0 && frame >= info.totalFrames)) return null;
  return { frame, frames, headerBytes: end + 1 - at };
}

/** The first packet that begins at or after `from`. */
export function findFlacPacket(
  bytes: Uint8Array,
  from: number,
  info: FlacStreamInfo,
): { readonly at: number; readonly header: FlacPacketHeader } | null {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const header = readFlacPacketHeader(bytes, at, info);
    if (header) return { at, header };
  }
  return null;
}

/** Headers that continue a packet's frame count, and are compared with its checksum. One is the next packet, and more are rare. */
const CONTINUATIONS_MAX = 8;

/**
 * The end of the packet at `at`: the next header that continues its frame count and has the packet's checksum in front of
 * it. Null if `bytes` contain no such header.
 */
export function findFlacPacketEnd(
  bytes: Uint8Array,
  at: number,
  header: FlacPacketHeader,
  info: FlacStreamInfo,
): number | null {
  let next = at + header.headerBytes;
  for (let continuations = 0; continuations < CONTINUATIONS_MAX; ) {
    const found = findFlacPacket(bytes, next, info);
    if (!found) return null;
    if (found.header.frame === header.frame + header.frames) {
      if (isCompleteFlacPacket(bytes, at, found.at)) return found.at;
      continuations += 1;
    }
    next = found.at + 1;
  }
  return null;
}

/** Whether `[from, to)` can be one intact packet: it ends with its checksum. */
export function isCompleteFlacPacket(bytes: Uint8Array, from: number, to: number): boolean {
  return crc16(bytes, from, to - 2) === (((bytes[to - 2] ?? 0) << 8) | (bytes[to - 1] ?? 0));
}

function toBlockFrames(code: number): number {
  if (code === 1) return 192;
  if (code >= 2 && code <= 5) return 576 << (code - 2);
  return code >= 8 ? 256 << (code - 8) : 0;
}

/** A number of up to 36 bits in the UTF-8-like coding of §9.1.5. */
function readCodedNumber(bytes: Uint8Array, at: number): { value: number; end: number } | null {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return { value: lead, end: at + 1 };
  if (lead < 0xc0 || lead === 0xff) return null;
  let more = 0;
  while (lead & (0x40 >> more)) more += 1;
  let value = lead & ((0x40 >> more) - 1);
  for (let i = 1; i <= more; i++) {
    const byte = bytes[at + i] ?? 0;
    if ((byte & 0xc0) !== 0x80) return null;
    value = value * 64 + (byte & 0x3f);
  }
  return { value, end: at + 1 + more };
}

const CRC8 = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? (crc << 1) ^ 0x07 : crc << 1;
  return crc;
});

const CRC16 = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x8005 : crc << 1;
  return crc;
});

function crc8(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0;
  for (let i = from; i < to; i++) crc = CRC8[crc ^ (bytes[i] ?? 0)] ?? 0;
  return crc;
}

function crc16(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0;
  for (let i = from; i < to; i++) crc = ((crc << 8) & 0xffff) ^ (CRC16[(crc >> 8) ^ (bytes[i] ?? 0)] ?? 0);
  return crc;
}
