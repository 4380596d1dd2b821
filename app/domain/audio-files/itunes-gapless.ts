import { readAscii } from "./ascii.ts";
import type { ReadBytes } from "./read-bytes.ts";

/**
 * The silence that the iTunes encoder put before and after the music. It records it in a tag of its own (`iTunSMPB`) where
 * other writers of MP4 use an edit list. The tag's numbers are hexadecimal: the second counts the frames before the music,
 * the third those after it, the fourth those of the music.
 */
export type ItunesGapless = {
  readonly primingFrames: number;
  readonly trimEndFrames: number;
  readonly totalFrames: number;
};

type Span = { readonly start: number; readonly end: number };

const TAG_NAME = "iTunSMPB";
const BOX_PATH = ["moov", "udta", "meta", "ilst"];
/** `meta` has a version before its children (ISO/IEC 14496-12 §8.11.1). */
const META_VERSION_BYTES = 4;
const BOX_HEADER_BYTES = 8;
const LONG_BOX_HEADER_BYTES = 16;
const BOXES_MAX = 100;
const TAG_BYTES_MAX = 1024;
const WINDOW_BYTES = 16 * 1024;
/** One packet: encoders round the numbers of the tag. */
const MISMATCH_FRAMES_MAX = 1024;

/** Reads only the boxes on the path to the tag. Null if there is none. */
export async function readItunesGapless(readBytes: ReadBytes, sizeBytes: number): Promise<ItunesGapless | null> {
  const read = withReadAhead(readBytes);
  let parent: Span = { start: 0, end: sizeBytes };
  for (const name of BOX_PATH) {
    const [box] = await findBoxes(read, parent, { name, max: 1 });
    if (!box) return null;
    parent = name === "meta" ? { ...box, start: box.start + META_VERSION_BYTES } : box;
  }
  for (const { start, end } of await findBoxes(read, parent, { name: "----", max: BOXES_MAX })) {
    if (end - start > TAG_BYTES_MAX) continue;
    const text = readAscii(await read(start, end));
    if (text.includes(TAG_NAME)) return parseTag(text);
  }
  return null;
}

/**
 * Returns the tag if it describes this stream and no edit list has trimmed the silence already; else null.
 * @param stream start of its first packet, below 0 with an edit list, and end of its last packet
 */
export function matchItunesGapless(
  gapless: ItunesGapless | null,
  stream: { readonly startSec: number; readonly endSec: number; readonly sampleRate: number },
): ItunesGapless | null {
  if (!gapless || stream.startSec < 0) return null;
  const taggedFrames = gapless.primingFrames + gapless.totalFrames + gapless.trimEndFrames;
  const mismatchFrames = taggedFrames - (stream.endSec - stream.startSec) * stream.sampleRate;
  return Math.abs(mismatchFrames) <= MISMATCH_FRAMES_MAX ? gapless : null;
}

/** The contents of up to `max` boxes with a name. */
async function findBoxes(
  read: ReadBytes,
  parent: Span,
  { name, max }: { readonly name: string; readonly max: number },
): Promise<readonly Span[]> {
  const found: Span[] = [];
  let at = parent.start;
  for (let boxes = 0; boxes < BOXES_MAX && at + BOX_HEADER_BYTES <= parent.end && found.length < max; boxes++) {
    const header = await read(at, at + LONG_BOX_HEADER_BYTES);
    if (header.length < BOX_HEADER_BYTES) break;
    const { headerBytes, boxBytes } = readBoxSize(header, parent.end - at);
    if (boxBytes < headerBytes) break;
    if (readAscii(header, 4, 4) === name) found.push({ start: at + headerBytes, end: Math.min(parent.end, at + boxBytes) });
    at += boxBytes;
  }
  return found;
}

/** ISO/IEC 14496-12 §4.2: a size of 1 means that a longer number follows, 0 that the box fills the remaining bytes. */
function readBoxSize(header: Uint8Array, remainingBytes: number): { readonly headerBytes: number; readonly boxBytes: number } {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const size = view.getUint32(0);
  if (size !== 1) return { headerBytes: BOX_HEADER_BYTES, boxBytes: size || remainingBytes };
  if (header.length < LONG_BOX_HEADER_BYTES) return { headerBytes: BOX_HEADER_BYTES, boxBytes: 0 };
  return { headerBytes: LONG_BOX_HEADER_BYTES, boxBytes: view.getUint32(8) * 2 ** 32 + view.getUint32(12) };
}

function parseTag(text: string): ItunesGapless | null {
  const [, start = "", end = "", total = ""] = / [\dA-F]{8} ([\dA-F]{8}) ([\dA-F]{8}) ([\dA-F]{16})/i.exec(text) ?? [];
  const totalFrames = Number.parseInt(total, 16);
  return totalFrames > 0
    ? { primingFrames: Number.parseInt(start, 16), trimEndFrames: Number.parseInt(end, 16), totalFrames }
    : null;
}

/** Reads neighboring headers in one request. */
function withReadAhead(read: ReadBytes): ReadBytes {
  let windowStart = 0;
  let window = new Uint8Array(0);
  return async (start, end) => {
    if (start < windowStart || end > windowStart + window.length) {
      windowStart = start;
      window = new Uint8Array(await read(start, Math.max(end, start + WINDOW_BYTES)));
    }
    return window.subarray(start - windowStart, end - windowStart);
  };
}
