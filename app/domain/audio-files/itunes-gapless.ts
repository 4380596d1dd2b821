/**
 * What iTunes notes of the silence that its encoder put before and after the music: in a tag of its own, where other
 * writers of MP4 use an edit list. Its numbers are hexadecimal: the second is the frames in front, the third those
 * behind, the fourth the music's.
 */
export type ItunesGapless = {
  readonly trimStartFrames: number;
  readonly trimEndFrames: number;
  readonly totalFrames: number;
};

/** The bytes `[start, end)` of a file, cut at its end. */
type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;
type Span = { readonly start: number; readonly end: number };

const TAG_NAME = "iTunSMPB";
const PATH = ["moov", "udta", "meta", "ilst"];
/** `meta` has a version before what is in it (ISO/IEC 14496-12 §8.11.1). */
const META_VERSION_BYTES = 4;
const BOX_HEADER_BYTES = 8;
const LONG_BOX_HEADER_BYTES = 16;
const BOXES_MAX = 100;
const TAG_BYTES_MAX = 1024;
const WINDOW_BYTES = 16 * 1024;
/** Of one packet's length: encoders round what they note. */
const OFF_FRAMES_MAX = 1024;

/** Goes from box to box to the tag, and reads little else. Null where there is none. */
export async function readItunesGapless(readBytes: ReadBytes, sizeBytes: number): Promise<ItunesGapless | null> {
  const read = inWindows(readBytes);
  let inside: Span = { start: 0, end: sizeBytes };
  for (const name of PATH) {
    const [box] = await boxesIn(read, inside, { name, most: 1 });
    if (!box) return null;
    inside = name === "meta" ? { ...box, start: box.start + META_VERSION_BYTES } : box;
  }
  for (const { start, end } of await boxesIn(read, inside, { name: "----", most: BOXES_MAX })) {
    if (end - start > TAG_BYTES_MAX) continue;
    const text = textOf(await read(start, end));
    if (text.includes(TAG_NAME)) return parse(text);
  }
  return null;
}

/**
 * The note, if it is about this stream, and no edit list has left out the silence already; else null.
 * @param listed when the stream's first packet begins, before 0 behind an edit list, and when its last one ends
 */
export function gaplessOf(
  note: ItunesGapless | null,
  listed: { readonly startSec: number; readonly endSec: number; readonly sampleRate: number },
): ItunesGapless | null {
  if (!note || listed.startSec < 0) return null;
  const notedFrames = note.trimStartFrames + note.totalFrames + note.trimEndFrames;
  const offFrames = notedFrames - (listed.endSec - listed.startSec) * listed.sampleRate;
  return Math.abs(offFrames) <= OFF_FRAMES_MAX ? note : null;
}

/** What is inside the boxes of a name. */
async function boxesIn(read: ReadBytes, inside: Span, { name, most }: { name: string; most: number }): Promise<Span[]> {
  const found: Span[] = [];
  let at = inside.start;
  for (let boxes = 0; boxes < BOXES_MAX && at + BOX_HEADER_BYTES <= inside.end && found.length < most; boxes++) {
    const header = await read(at, at + LONG_BOX_HEADER_BYTES);
    if (header.length < BOX_HEADER_BYTES) break;
    const { headerBytes, boxBytes } = sizeOf(header, inside.end - at);
    if (boxBytes < headerBytes) break;
    const end = Math.min(inside.end, at + boxBytes);
    if (textOf(header.subarray(4, 8)) === name) found.push({ start: at + headerBytes, end });
    at += boxBytes;
  }
  return found;
}

/** ISO/IEC 14496-12 §4.2: 1 stands for a longer number behind it, 0 for all that is left. */
function sizeOf(header: Uint8Array, leftBytes: number): { readonly headerBytes: number; readonly boxBytes: number } {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const said = view.getUint32(0);
  if (said !== 1) return { headerBytes: BOX_HEADER_BYTES, boxBytes: said || leftBytes };
  if (header.length < LONG_BOX_HEADER_BYTES) return { headerBytes: BOX_HEADER_BYTES, boxBytes: 0 };
  return { headerBytes: LONG_BOX_HEADER_BYTES, boxBytes: view.getUint32(8) * 2 ** 32 + view.getUint32(12) };
}

function parse(text: string): ItunesGapless | null {
  const [, start = "", end = "", total = ""] = / [\dA-F]{8} ([\dA-F]{8}) ([\dA-F]{8}) ([\dA-F]{16})/i.exec(text) ?? [];
  const totalFrames = Number.parseInt(total, 16);
  return totalFrames > 0
    ? { trimStartFrames: Number.parseInt(start, 16), trimEndFrames: Number.parseInt(end, 16), totalFrames }
    : null;
}

/** Neighbouring headers in one go. */
function inWindows(read: ReadBytes): ReadBytes {
  let windowAt = 0;
  let window = new Uint8Array(0);
  return async (start, end) => {
    if (start < windowAt || end > windowAt + window.length) {
      windowAt = start;
      window = new Uint8Array(await read(start, Math.max(end, start + WINDOW_BYTES)));
    }
    return window.subarray(start - windowAt, end - windowAt);
  };
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
