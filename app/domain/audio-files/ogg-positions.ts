import { isOggPage, OGG_PAGE_BYTES_MAX } from "./ogg.ts";
import type { ReadBytes } from "./read-bytes.ts";

const SAMPLES = 16;
/** The window in which a page is searched: at least one begins in it, and its header is complete. */
const WINDOW_BYTES = OGG_PAGE_BYTES_MAX + 27;
/** No packet ends in the page. */
const NO_POSITION = -1n;

type PagePosition = { readonly byte: number; readonly serialNumber: number; readonly granule: bigint };

/**
 * Whether the positions of an Ogg stream advance from page to page (RFC 3533 §6), at 16 places of the file. A reader that looks for
 * a position reads all pages of the same position one by one.
 */
export async function hasAdvancingPositions(read: ReadBytes, sizeBytes: number): Promise<boolean> {
  const latest = new Map<number, PagePosition>();
  for (let i = 0; i < SAMPLES; i++) {
    const from = Math.floor((sizeBytes * i) / SAMPLES);
    const page = findPage(await read(from, Math.min(from + WINDOW_BYTES, sizeBytes)), from);
    if (!page) continue;
    const previous = latest.get(page.serialNumber);
    if (previous && previous.byte !== page.byte && previous.granule === page.granule) return false;
    latest.set(page.serialNumber, page);
  }
  return true;
}

/** The first page of a window with a position. The pages before the audio have position 0. */
function findPage(window: Uint8Array, fromByte: number): PagePosition | null {
  for (let at = window.indexOf(0x4f); at >= 0 && at + 18 <= window.length; at = window.indexOf(0x4f, at + 1)) {
    if (!isOggPage(window, at)) continue;
    const view = new DataView(window.buffer, window.byteOffset + at, 18);
    const granule = view.getBigInt64(6, true);
    if (granule !== NO_POSITION && granule !== 0n)
      return { byte: fromByte + at, serialNumber: view.getUint32(14, true), granule };
  }
  return null;
}
