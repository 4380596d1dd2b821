import { joinBytes } from "./join-bytes.ts";
import { isOggPage, OGG_PAGE_HEADER_BYTES, readOggPageEnd } from "./ogg.ts";

/** Pages in a row in which no packet ends. A reader that looks for a position reads all of them, one by one. */
const IDLE_PAGES_MAX = 1000;
/** A stream with a page for each packet of 20 ms has a page in more bytes than this. */
const PAGE_BYTES_MIN = 48;
/** A reader of one stream passes the pages of the others one by one. Encoders fill their pages with 4 KB. */
const PAGE_BYTES_MIN_OF_SEVERAL = 1024;
const SMALL_FILE_PAGES = 5000;
const MARKER_FIRST_BYTE = 0x4f;
/** No packet ends in the page. */
const NO_POSITION = -1n;

/**
 * Finds out while the bytes of an Ogg file stream through whether its pages can be read in reasonable time: their positions
 * advance (RFC 3533 §6), and there are not too many of them.
 */
export class OggPageScanner {
  readonly #sizeBytes: number;
  #pages = 0;
  #idlePages = 0;
  #rest: Uint8Array = new Uint8Array(0);
  #skipBytes = 0;
  /** The latest position of each stream with audio, by its serial number. */
  readonly #positions = new Map<number, bigint>();

  constructor(sizeBytes: number) {
    this.#sizeBytes = sizeBytes;
  }

  isTooComplex(): boolean {
    const pageBytesMin = this.#positions.size > 1 ? PAGE_BYTES_MIN_OF_SEVERAL : PAGE_BYTES_MIN;
    return this.#pages > SMALL_FILE_PAGES + this.#sizeBytes / pageBytesMin || this.#idlePages > IDLE_PAGES_MAX;
  }

  push(chunk: Uint8Array): void {
    const bytes = this.#rest.length > 0 ? joinBytes([this.#rest, chunk]) : chunk;
    let at = this.#skipBytes;
    while (at + OGG_PAGE_HEADER_BYTES <= bytes.length && !this.isTooComplex()) {
      if (!isOggPage(bytes, at)) {
        const next = bytes.indexOf(MARKER_FIRST_BYTE, at + 1);
        at = next < 0 ? bytes.length : next;
        continue;
      }
      const segments = bytes[at + OGG_PAGE_HEADER_BYTES - 1] ?? 0;
      if (at + OGG_PAGE_HEADER_BYTES + segments > bytes.length) break;
      this.#count(bytes, at);
      at = readOggPageEnd(bytes, at);
    }
    this.#skipBytes = Math.max(0, at - bytes.length);
    this.#rest = bytes.slice(at);
  }

  #count(bytes: Uint8Array, at: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, OGG_PAGE_HEADER_BYTES);
    const position = view.getBigInt64(6, true);
    const serialNumber = view.getUint32(14, true);
    this.#pages += 1;
    // the pages before the audio have position 0
    const isIdle = position === NO_POSITION || position === (this.#positions.get(serialNumber) ?? 0n);
    if (!isIdle) this.#positions.set(serialNumber, position);
    this.#idlePages = isIdle ? this.#idlePages + 1 : 0;
  }
}
