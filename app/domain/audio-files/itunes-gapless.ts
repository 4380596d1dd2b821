import { readAscii } from "./ascii.ts";
import { findItunesList } from "./itunes-list.ts";
import { findMp4Boxes } from "./mp4-boxes.ts";
import { withReadAhead } from "./read-ahead.ts";
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

const TAG_NAME = "iTunSMPB";
const BOXES_MAX = 100;
const TAG_BYTES_MAX = 1024;
const WINDOW_BYTES = 16 * 1024;
/** One packet: encoders round the numbers of the tag. */
const MISMATCH_FRAMES_MAX = 1024;

/** Reads only the boxes on the path to the tag. Null if there is none. */
export async function readItunesGapless(readBytes: ReadBytes, sizeBytes: number): Promise<ItunesGapless | null> {
  const read = withReadAhead(readBytes, WINDOW_BYTES);
  const tags = await findItunesList(read, sizeBytes);
  if (!tags) return null;
  const limits = { isWanted: (name: string) => name === "----", foundMax: BOXES_MAX, boxesMax: BOXES_MAX };
  for (const { start, end } of await findMp4Boxes(read, tags.list, limits)) {
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

function parseTag(text: string): ItunesGapless | null {
  const [, start = "", end = "", total = ""] = / [\dA-F]{8} ([\dA-F]{8}) ([\dA-F]{8}) ([\dA-F]{16})/i.exec(text) ?? [];
  const totalFrames = Number.parseInt(total, 16);
  return totalFrames > 0
    ? { primingFrames: Number.parseInt(start, 16), trimEndFrames: Number.parseInt(end, 16), totalFrames }
    : null;
}
