import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { KIB, MIB } from "#app/domain/units.ts";
import type { StoredBytes } from "./stored-bytes.ts";

const BLOCK_BYTES = 256 * KIB;
/** Tags are at the start of a file, at its end, or both. */
const BLOCKS_MAX = 4;
/** The budget for one file: the largest picture, and the other tags. */
export const READ_BYTES_MAX = trackLimits.coverSourceBytes + 2 * MIB;
/** Files that need more reads than this are crafted to be slow to parse. */
const READS_MAX = 20_000;

const NO_BYTES = new Uint8Array(0);

/** Bytes for a tag parser. */
export type TagSource = Pick<StoredBytes, "sizeBytes" | "read"> & {
  bytesRead(): number;
  /** The error of the storage, if one occurred; the parser may have swallowed it. */
  fault(): unknown;
};

/**
 * Reads a stored file with few requests and few bytes: it caches blocks, and reports the end of the file when its budget
 * is used up.
 */
export class BlockReader implements TagSource {
  readonly sizeBytes: number;
  readonly #bytes: StoredBytes;
  /** Blocks by the position of their first byte, least recently used first. */
  readonly #blocks = new Map<number, Uint8Array>();
  #fault: unknown = null;
  #bytesRead = 0;
  #reads = 0;

  constructor(bytes: StoredBytes) {
    this.sizeBytes = bytes.sizeBytes;
    this.#bytes = bytes;
  }

  bytesRead(): number {
    return this.#bytesRead;
  }

  fault(): unknown {
    return this.#fault;
  }

  async read(start: number, requestedEnd: number): Promise<Uint8Array> {
    const end = Math.min(requestedEnd, this.sizeBytes);
    this.#reads += 1;
    if (start < 0 || start >= end || this.#reads > READS_MAX) return NO_BYTES;
    return end - start > BLOCK_BYTES ? this.#fetch(start, end) : this.#readFromBlocks(start, end);
  }

  async #readFromBlocks(start: number, end: number): Promise<Uint8Array> {
    const result = new Uint8Array(end - start);
    for (let at = start; at < end; ) {
      const blockStart = at - (at % BLOCK_BYTES);
      const piece = (await this.#loadBlock(blockStart)).subarray(at - blockStart, end - blockStart);
      if (piece.length === 0) return result.subarray(0, at - start);
      result.set(piece, at - start);
      at += piece.length;
    }
    return result;
  }

  async #loadBlock(start: number): Promise<Uint8Array> {
    const block = this.#blocks.get(start) ?? (await this.#fetch(start, Math.min(start + BLOCK_BYTES, this.sizeBytes)));
    this.#blocks.delete(start);
    this.#blocks.set(start, block);
    for (const oldest of this.#blocks.keys()) if (this.#blocks.size > BLOCKS_MAX) this.#blocks.delete(oldest);
    return block;
  }

  /** The end of the file may exceed the budget, because tags are often there. */
  async #fetch(start: number, end: number): Promise<Uint8Array> {
    const isAtEnd = start >= this.sizeBytes - 2 * BLOCK_BYTES;
    if (this.#bytesRead + end - start > READ_BYTES_MAX && !isAtEnd) return NO_BYTES;
    this.#bytesRead += end - start;
    try {
      return await this.#bytes.read(start, end);
    } catch (error) {
      this.#fault = error;
      throw error;
    }
  }
}
