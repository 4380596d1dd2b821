/** The parts of Ogg (RFC 3533) that telling what is in a file takes, and how much of it is whole. */

/** The bytes `[start, end)` of a file, cut at its end. */
type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/** §6: up to the number of segments, then a byte for each, up to 255 of up to 255 bytes. */
const PAGE_HEADER_BYTES = 27;
const PAGE_BYTES_MAX = PAGE_HEADER_BYTES + 255 + 255 * 255;
const PAGE_MARK = "OggS";
const PAGE_MARK_FIRST_BYTE = 0x4f;

/** The first bytes of streams that are sound in a codec no browser takes from Ogg: FLAC, as of old and now, and Speex. */
const OTHER_SOUND = ["fLaC", "\x7fFLAC", "Speex   "];
export const OGG_HEAD_BYTES = PAGE_HEADER_BYTES + 255 + 8;

/** Whether the first page announces sound that browsers do not play. */
export function isOtherOggSound(head: Uint8Array): boolean {
  const at = PAGE_HEADER_BYTES + (head[PAGE_HEADER_BYTES - 1] ?? 0);
  return isPage(head, 0) && OTHER_SOUND.some((mark) => textAt(head, at, mark.length) === mark);
}

/** The byte behind the last page that is there as a whole: a file may have been cut off. For what is no Ogg, its end. */
export async function oggEnd(read: ReadBytes, sizeBytes: number): Promise<number> {
  if (!isPage(await read(0, PAGE_MARK.length), 0)) return sizeBytes;
  // the one that is cut, and the one before it
  const from = Math.max(0, sizeBytes - 2 * PAGE_BYTES_MAX);
  const tail = await read(from, sizeBytes);
  for (let at = tail.length - PAGE_HEADER_BYTES; at >= 0; at--) {
    if (tail[at] !== PAGE_MARK_FIRST_BYTE || !isPage(tail, at)) continue;
    const end = pageEnd(tail, at);
    if (end <= tail.length) return from + end;
  }
  return sizeBytes;
}

function isPage(bytes: Uint8Array, at: number): boolean {
  return textAt(bytes, at, PAGE_MARK.length) === PAGE_MARK;
}

function pageEnd(bytes: Uint8Array, at: number): number {
  const segments = bytes[at + PAGE_HEADER_BYTES - 1] ?? 0;
  const body = at + PAGE_HEADER_BYTES + segments;
  return bytes.subarray(at + PAGE_HEADER_BYTES, body).reduce((end, segmentBytes) => end + segmentBytes, body);
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
