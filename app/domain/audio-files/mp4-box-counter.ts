import { readAscii } from "./ascii.ts";
import { joinBytes } from "./join-bytes.ts";
import { META_VERSION_BYTES, MP4_LONG_HEADER_BYTES, readMp4BoxSize } from "./mp4-boxes.ts";

/** The boxes whose contents are boxes (ISO/IEC 14496-12 §6.2). */
const CONTAINERS: ReadonlySet<string> = new Set(
  "moov trak edts mdia minf dinf stbl udta meta ilst mvex moof traf mfra".split(" "),
);
const DEPTH_MAX = 100;
const SMALL_FILE_BOXES = 10_000;
/** A stream with a fragment for each second has a box in more bytes than this. */
const BOX_BYTES_MIN = 1024;

/** Finds out while the bytes of an MP4 file stream through whether it has more boxes than can be read in reasonable time. */
export class Mp4BoxCounter {
  readonly #boxesMax: number;
  #boxes = 0;
  /** Where the containers around the next box end, the outermost first. */
  readonly #ends: number[];
  /** The next box begins here. */
  #nextByte = 0;
  #seenBytes = 0;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(sizeBytes: number) {
    this.#boxesMax = SMALL_FILE_BOXES + sizeBytes / BOX_BYTES_MIN;
    this.#ends = [sizeBytes];
  }

  isTooComplex(): boolean {
    return this.#boxes > this.#boxesMax || this.#ends.length > DEPTH_MAX;
  }

  push(chunk: Uint8Array): void {
    const bytes = this.#rest.length > 0 ? joinBytes([this.#rest, chunk]) : chunk;
    const firstByte = this.#seenBytes - this.#rest.length;
    this.#seenBytes += chunk.length;
    while (this.#nextByte + MP4_LONG_HEADER_BYTES <= this.#seenBytes && !this.isTooComplex()) {
      const at = this.#nextByte - firstByte;
      this.#count(bytes.subarray(at, at + MP4_LONG_HEADER_BYTES));
    }
    this.#rest = bytes.slice(Math.min(bytes.length, this.#nextByte - firstByte));
  }

  /** Goes to the next box: the first child of a container, or the box behind this one. */
  #count(header: Uint8Array): void {
    const startByte = this.#nextByte;
    while (this.#ends.length > 1 && startByte >= this.#parentEnd()) this.#ends.pop();
    this.#boxes += 1;
    const { headerBytes, boxBytes } = readMp4BoxSize(header, this.#parentEnd() - startByte);
    // readers go on behind the container of a box with an invalid size
    const isValid = boxBytes >= headerBytes;
    const endByte = isValid ? Math.min(startByte + boxBytes, this.#parentEnd()) : this.#parentEnd();
    const childOffset = isValid ? findFirstChild(header, headerBytes) : null;
    const hasChildren = childOffset !== null && startByte + childOffset < endByte;
    if (hasChildren) this.#ends.push(endByte);
    this.#nextByte = hasChildren ? startByte + childOffset : endByte;
  }

  #parentEnd(): number {
    return this.#ends.at(-1) ?? 0;
  }
}

/** The bytes before the first box in a container. Null if the box is none. */
function findFirstChild(header: Uint8Array, headerBytes: number): number | null {
  const name = readAscii(header, 4, 4);
  if (!CONTAINERS.has(name)) return null;
  // in QuickTime files, `meta` has no version before its children
  const hasVersion =
    name === "meta" && header.subarray(headerBytes, headerBytes + META_VERSION_BYTES).every((byte) => byte === 0);
  return hasVersion ? headerBytes + META_VERSION_BYTES : headerBytes;
}
