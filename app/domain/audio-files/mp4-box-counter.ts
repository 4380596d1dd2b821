import { readAscii } from "./ascii.ts";
import { joinBytes } from "./join-bytes.ts";
import { META_VERSION_BYTES, MP4_LONG_HEADER_BYTES, readMp4BoxSize } from "./mp4-boxes.ts";

/** The boxes whose contents are boxes (ISO/IEC 14496-12 §6.2). */
const CONTAINERS = [
  "moov",
  "trak",
  "edts",
  "mdia",
  "minf",
  "dinf",
  "stbl",
  "udta",
  "meta",
  "ilst",
  "mvex",
  "moof",
  "traf",
  "mfra",
];
const SMALL_FILE_BOXES = 10_000;
/** A stream with a fragment for each second has a box in more bytes than this. */
const BOX_BYTES_MIN = 1024;

/** Finds out while the bytes of an MP4 file stream through whether it has more boxes than can be read in reasonable time. */
export class Mp4BoxCounter {
  readonly #sizeBytes: number;
  #boxes = 0;
  #rest: Uint8Array = new Uint8Array(0);
  #skipBytes = 0;

  constructor(sizeBytes: number) {
    this.#sizeBytes = sizeBytes;
  }

  isTooComplex(): boolean {
    return this.#boxes > SMALL_FILE_BOXES + this.#sizeBytes / BOX_BYTES_MIN;
  }

  push(chunk: Uint8Array): void {
    const bytes = this.#rest.length > 0 ? joinBytes([this.#rest, chunk]) : chunk;
    let at = this.#skipBytes;
    while (at + MP4_LONG_HEADER_BYTES <= bytes.length && !this.isTooComplex()) {
      this.#boxes += 1;
      at += this.#countBytes(bytes.subarray(at, at + MP4_LONG_HEADER_BYTES));
    }
    this.#skipBytes = Math.max(0, at - bytes.length);
    this.#rest = bytes.slice(at);
  }

  /** The bytes from the start of a box to the next header, which is the one of its first child if it is a container. */
  #countBytes(header: Uint8Array): number {
    const { headerBytes, boxBytes } = readMp4BoxSize(header, Number.POSITIVE_INFINITY);
    // an invalid size ends the file for every reader
    if (boxBytes < headerBytes) return Number.POSITIVE_INFINITY;
    const name = readAscii(header, 4, 4);
    if (!CONTAINERS.includes(name)) return boxBytes;
    return name === "meta" ? headerBytes + META_VERSION_BYTES : headerBytes;
  }
}
