import { readAscii } from "./ascii.ts";
import type { ReadBytes } from "./read-bytes.ts";

/** RFC 3533 §6: a page header ends with the number of segments, followed by one byte per segment with its size. */
export const OGG_PAGE_HEADER_BYTES = 27;
export const OGG_PAGE_BYTES_MAX = OGG_PAGE_HEADER_BYTES + 255 + 255 * 255;
const PAGE_MARKER = "OggS";
const PAGE_MARKER_FIRST_BYTE = 0x4f;

/** The first bytes of streams whose codec no browser plays from Ogg: FLAC in its old and new mapping, and Speex. */
const UNSUPPORTED_MARKERS = ["fLaC", "\x7fFLAC", "Speex   "];
/** Bytes that `isUnsupportedOggAudio` needs from the start of a file. */
export const OGG_HEAD_BYTES = OGG_PAGE_HEADER_BYTES + 255 + 8;

/** Whether the first page announces audio that browsers do not play. */
export function isUnsupportedOggAudio(head: Uint8Array): boolean {
  const at = OGG_PAGE_HEADER_BYTES + (head[OGG_PAGE_HEADER_BYTES - 1] ?? 0);
  return isOggPage(head, 0) && UNSUPPORTED_MARKERS.some((marker) => readAscii(head, at, marker.length) === marker);
}

const OPUS_MARKER = "OpusHead";
const OPUS_PRE_SKIP_OFFSET = 10;
/** Bytes that `readOpusPreSkip` needs from the start of a file. */
export const OGG_OPUS_HEAD_BYTES = OGG_PAGE_HEADER_BYTES + 255 + OPUS_PRE_SKIP_OFFSET + 2;

/** Frames at the start of an Opus stream that do not belong to the track (RFC 7845 §5.1). 0 for other streams. */
export function readOpusPreSkip(head: Uint8Array): number {
  const at = OGG_PAGE_HEADER_BYTES + (head[OGG_PAGE_HEADER_BYTES - 1] ?? 0);
  if (readAscii(head, at, OPUS_MARKER.length) !== OPUS_MARKER) return 0;
  const [low = 0, high = 0] = head.subarray(at + OPUS_PRE_SKIP_OFFSET);
  return low | (high << 8);
}

/** The last page of a file, which may be truncated. */
export type LastOggPage = {
  /** The byte after it. */
  readonly endByte: number;
  readonly serialNumber: number;
  /** The position of its end in the stream, in frames of the codec; its meaning depends on the codec. */
  readonly granule: number;
};

/** The last complete page. Null if the file is not Ogg, or its end contains no page. */
export async function findLastOggPage(read: ReadBytes, sizeBytes: number): Promise<LastOggPage | null> {
  if (!isOggPage(await read(0, PAGE_MARKER.length), 0)) return null;
  // room for a truncated page and the one before it
  const from = Math.max(0, sizeBytes - 2 * OGG_PAGE_BYTES_MAX);
  const tail = await read(from, sizeBytes);
  for (let at = tail.length - OGG_PAGE_HEADER_BYTES; at >= 0; at--) {
    if (tail[at] !== PAGE_MARKER_FIRST_BYTE || !isOggPage(tail, at)) continue;
    const end = readOggPageEnd(tail, at);
    if (end > tail.length) continue;
    const view = new DataView(tail.buffer, tail.byteOffset + at, OGG_PAGE_HEADER_BYTES);
    return { endByte: from + end, serialNumber: view.getUint32(14, true), granule: Number(view.getBigInt64(6, true)) };
  }
  return null;
}

/** Whether a page at the start of `page` belongs to the setup of a stream: its granule position is 0, or no packet ends in it. */
export function isOggSetupPage(page: Uint8Array): boolean {
  const granule = page.subarray(6, 14);
  return granule.every((byte) => byte === 0) || granule.every((byte) => byte === 0xff);
}

/** Whether a page begins at `at`. */
export function isOggPage(bytes: Uint8Array, at: number): boolean {
  return readAscii(bytes, at, PAGE_MARKER.length) === PAGE_MARKER;
}

/** The index after the page at `at`, which may exceed the bytes. */
export function readOggPageEnd(bytes: Uint8Array, at: number): number {
  const segments = bytes[at + OGG_PAGE_HEADER_BYTES - 1] ?? 0;
  const body = at + OGG_PAGE_HEADER_BYTES + segments;
  return bytes.subarray(at + OGG_PAGE_HEADER_BYTES, body).reduce((end, segmentBytes) => end + segmentBytes, body);
}

/** A page, and the part of its first packet that it has. */
export type OggPage = {
  readonly serialNumber: number;
  readonly body: Uint8Array;
  /** The index after the page. */
  readonly endByte: number;
  readonly firstPacketBytes: number;
  /** False if the packet continues on the next page of the stream. */
  readonly endsFirstPacket: boolean;
};

/** Reads the page at the start of `bytes`. One whose header is truncated ends behind the bytes. */
export function readOggPage(bytes: Uint8Array): OggPage {
  const endByte = readOggPageEnd(bytes, 0);
  const segments = bytes[OGG_PAGE_HEADER_BYTES - 1] ?? 0;
  const sizes = bytes.subarray(OGG_PAGE_HEADER_BYTES, OGG_PAGE_HEADER_BYTES + segments);
  // a segment of less than 255 bytes is the last one of its packet
  const last = sizes.findIndex((size) => size < 255);
  const packetSizes = last < 0 ? sizes : sizes.subarray(0, last + 1);
  return {
    serialNumber: bytes.length < OGG_PAGE_HEADER_BYTES ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(14, true),
    body: bytes.subarray(OGG_PAGE_HEADER_BYTES + segments, endByte),
    endByte,
    firstPacketBytes: packetSizes.reduce((sum, size) => sum + size, 0),
    endsFirstPacket: last >= 0,
  };
}
