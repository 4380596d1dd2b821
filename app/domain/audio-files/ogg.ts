import { readAscii } from "./ascii.ts";
import type { ReadBytes } from "./read-bytes.ts";

/** RFC 3533 §6: a page header ends with the number of segments, followed by one byte per segment with its size. */
const PAGE_HEADER_BYTES = 27;
const PAGE_BYTES_MAX = PAGE_HEADER_BYTES + 255 + 255 * 255;
const PAGE_MARKER = "OggS";
const PAGE_MARKER_FIRST_BYTE = 0x4f;

/** The first bytes of streams whose codec no browser plays from Ogg: FLAC in its old and new mapping, and Speex. */
const UNSUPPORTED_MARKERS = ["fLaC", "\x7fFLAC", "Speex   "];
/** Bytes that `isUnsupportedOggAudio` needs from the start of a file. */
export const OGG_HEAD_BYTES = PAGE_HEADER_BYTES + 255 + 8;

/** Whether the first page announces audio that browsers do not play. */
export function isUnsupportedOggAudio(head: Uint8Array): boolean {
  const at = PAGE_HEADER_BYTES + (head[PAGE_HEADER_BYTES - 1] ?? 0);
  return isPage(head, 0) && UNSUPPORTED_MARKERS.some((marker) => readAscii(head, at, marker.length) === marker);
}

/** The byte after the last complete page, because a file may be truncated. The end of the file if it is not Ogg. */
export async function findOggEnd(read: ReadBytes, sizeBytes: number): Promise<number> {
  if (!isPage(await read(0, PAGE_MARKER.length), 0)) return sizeBytes;
  // room for a truncated page and the one before it
  const from = Math.max(0, sizeBytes - 2 * PAGE_BYTES_MAX);
  const tail = await read(from, sizeBytes);
  for (let at = tail.length - PAGE_HEADER_BYTES; at >= 0; at--) {
    if (tail[at] !== PAGE_MARKER_FIRST_BYTE || !isPage(tail, at)) continue;
    const end = findPageEnd(tail, at);
    if (end <= tail.length) return from + end;
  }
  return sizeBytes;
}

function isPage(bytes: Uint8Array, at: number): boolean {
  return readAscii(bytes, at, PAGE_MARKER.length) === PAGE_MARKER;
}

function findPageEnd(bytes: Uint8Array, at: number): number {
  const segments = bytes[at + PAGE_HEADER_BYTES - 1] ?? 0;
  const body = at + PAGE_HEADER_BYTES + segments;
  return bytes.subarray(at + PAGE_HEADER_BYTES, body).reduce((end, segmentBytes) => end + segmentBytes, body);
}
