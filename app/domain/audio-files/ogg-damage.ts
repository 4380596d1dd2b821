import { isOggPage, isOggSetupPage, OGG_PAGE_BYTES_MAX, readOggPageEnd } from "./ogg.ts";
import type { ReadBytes } from "./read-bytes.ts";

/** Bytes `[from, to)` of a file. */
type ByteRange = { readonly from: number; readonly to: number };

/** Bounds the search in a file whose comments are crafted to be long. */
const PAGES_MAX = 1000;
/** The first intact page is searched within this many pages of the largest size. */
const SEARCH_WINDOWS_MAX = 16;
/** A stream of a day. Damaged positions are far greater. */
const POSITION_SEC_MAX = 24 * 3600;
const MARKER_FIRST_BYTE = 0x4f;

/** Bytes in which the pages of an Ogg file follow each other up to the first one with audio. */
export type OggBytes = {
  readonly read: ReadBytes;
  readonly sizeBytes: number;
  /** The first pages with audio are missing. */
  readonly isStartDamaged: boolean;
};

/** Hides the damaged start of an Ogg file from readers that require consecutive pages. */
export async function hideDamagedOggStart(read: ReadBytes, sizeBytes: number): Promise<OggBytes> {
  const damage = await findDamagedOggStart(read);
  if (!damage) return { read, sizeBytes, isStartDamaged: false };
  return { read: hideRange(read, damage), sizeBytes: sizeBytes - (damage.to - damage.from), isStartDamaged: true };
}

/**
 * The position of a stream, s, at which its track begins. A part that was cut out of a longer stream keeps its positions, so
 * its track begins with its first packet. If the first pages are damaged, the track begins with a gap.
 * @param firstPacketSec below 0 for the encoder's silence; meaningless if the position of the first page is damaged
 */
export function toOggStartSec(firstPacketSec: number, { isStartDamaged }: Pick<OggBytes, "isStartDamaged">): number {
  const isCredible = firstPacketSec >= 0 && firstPacketSec <= POSITION_SEC_MAX;
  return isCredible && !isStartDamaged ? firstPacketSec : 0;
}

/**
 * The damaged bytes between the setup pages of an Ogg file and its first intact page with audio, or null if its start is
 * intact.
 */
async function findDamagedOggStart(read: ReadBytes): Promise<ByteRange | null> {
  let at = 0;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const window = await read(at, at + OGG_PAGE_BYTES_MAX);
    if (!isOggPage(window, 0)) {
      const to = pages === 0 ? null : await findPage(read, at);
      return to === null ? null : { from: at, to };
    }
    if (!isOggSetupPage(window)) return null;
    at += readOggPageEnd(window, 0);
  }
  return null;
}

async function findPage(read: ReadBytes, from: number): Promise<number | null> {
  let start = from;
  for (let windows = 0; windows < SEARCH_WINDOWS_MAX; windows++) {
    const window = await read(start, start + OGG_PAGE_BYTES_MAX);
    for (let at = window.indexOf(MARKER_FIRST_BYTE); at >= 0; at = window.indexOf(MARKER_FIRST_BYTE, at + 1))
      if (isOggPage(window, at)) return start + at;
    if (window.length < OGG_PAGE_BYTES_MAX) return null;
    // a marker may lie across the border
    start += window.length - 3;
  }
  return null;
}

/** Reads a file as if it did not contain a range. */
function hideRange(read: ReadBytes, { from, to }: ByteRange): ReadBytes {
  const hiddenBytes = to - from;
  return async (start, end) => {
    if (end <= from) return read(start, end);
    if (start >= from) return read(start + hiddenBytes, end + hiddenBytes);
    const [before, after] = await Promise.all([read(start, from), read(to, end + hiddenBytes)]);
    const joined = new Uint8Array(before.length + after.length);
    joined.set(before);
    joined.set(after, before.length);
    return joined;
  };
}
