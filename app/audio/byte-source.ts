import { joinBytes } from "#app/domain/audio-files/join-bytes.ts";
import type { Fetch } from "#app/lib/send-request.ts";
import { downloadBlocks } from "./block-download.ts";
import { FetchRefusedError } from "./fetch-with-retry.ts";

/** A stored file that is read in ranges. */
export type ByteSource = {
  readonly sizeBytes: number;
  /** Reads `[start, end)`, cut at the end of the file. Waits for the network without a limit; rejects when aborted or refused. */
  read(start: number, end: number, signal: AbortSignal): Promise<Uint8Array>;
};

type ByteSourceOptions = {
  readonly sizeBytes: number;
  /** The current URL; its signature is renewed from time to time. */
  readonly url: () => string;
  /** Called when the signature of the URL has expired. */
  readonly onExpired?: () => void;
  readonly fetch?: Fetch;
  readonly pause?: (ms: number) => Promise<void>;
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const BLOCK_BYTES = 128 * 1024;
/** More than are prefetched, with one request above it. */
const BLOCKS_MAX = 34;
/** Prefetched while a file is read in order, in case the connection is lost: 16 to 24 blocks are 50 to 80 s of MP3 at 320 kbit/s. */
const PREFETCH_BLOCKS = 24;
/** The blocks of one prefetch request. Each request costs; the first ones of a read are smaller, because a seek often follows it. */
const RUN_BLOCKS_MAX = 8;
/** Between two requests. Decoding and playing on a slow device go first. */
const PREFETCH_PAUSE_MS = 250;

/** Fetches blocks with range requests, on demand, and caches the most recently used ones. Prefetches for sequential reads. */
export class HttpByteSource implements ByteSource {
  readonly sizeBytes: number;
  readonly #options: ByteSourceOptions;
  readonly #blockCount: number;
  /** In order of use, the most recent last. */
  readonly #blocks = new Map<number, Promise<Uint8Array>>();
  /** `read` is the last block that was read, and `next` the first one that was not requested after it. */
  readonly #prefetch = { read: 0, next: 0, end: 0, runBlocks: 1, isRunning: false };

  constructor(options: ByteSourceOptions) {
    this.#options = options;
    this.sizeBytes = options.sizeBytes;
    this.#blockCount = Math.ceil(options.sizeBytes / BLOCK_BYTES);
  }

  async read(start: number, end: number, signal: AbortSignal): Promise<Uint8Array> {
    const to = Math.min(end, this.sizeBytes);
    if (start >= to) return new Uint8Array(0);
    const first = Math.floor(start / BLOCK_BYTES);
    const last = Math.floor((to - 1) / BLOCK_BYTES);
    const requests = Array.from({ length: last - first + 1 }, (_, i) => this.#requireBlock(first + i, signal));
    if (this.#blocks.has(first - 1)) void this.#prefetchFrom(last + 1, signal);
    return joinRange(await Promise.all(requests), start - first * BLOCK_BYTES, to - first * BLOCK_BYTES);
  }

  /** Readers share the request of a block. If it failed because another reader aborted it, this requests it again. */
  async #requireBlock(index: number, signal: AbortSignal): Promise<Uint8Array> {
    for (;;) {
      try {
        if (!this.#blocks.has(index)) this.#downloadMissing(index, signal);
        const block = await this.#use(index);
        if (block) return block;
      } catch (error) {
        if (signal.aborted || error instanceof FetchRefusedError) throw error;
      }
    }
  }

  /** The cached block, which counts as the most recently used one from now on. */
  #use(index: number): Promise<Uint8Array> | undefined {
    const block = this.#blocks.get(index);
    if (!block) return undefined;
    this.#blocks.delete(index);
    this.#blocks.set(index, block);
    return block;
  }

  #keep(index: number, block: Promise<Uint8Array>): void {
    this.#blocks.set(index, block);
    // the readers handle the failure; a later read requests the block again
    block.catch(() => this.#blocks.delete(index));
    this.#evict();
  }

  /** Keeps blocks that were prefetched: they are older than those that were read since, and still needed. */
  #evict(): void {
    const { read, next } = this.#prefetch;
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= BLOCKS_MAX) break;
      if (oldest <= read || oldest >= next) this.#blocks.delete(oldest);
    }
  }

  /** Downloads consecutive blocks with one request. */
  #download(first: number, count: number, signal: AbortSignal): readonly Promise<Uint8Array>[] {
    const { url, onExpired, fetch } = this.#options;
    const startByte = first * BLOCK_BYTES;
    const endByte = Math.min(this.sizeBytes, startByte + count * BLOCK_BYTES);
    const request = { url, onExpired, signal, ...(fetch && { fetch }) };
    const blocks = downloadBlocks({ startByte, endByte, blockBytes: BLOCK_BYTES, ...request });
    for (const [i, block] of blocks.entries()) this.#keep(first + i, block);
    return blocks;
  }

  /** Downloads a block that is needed now: in a read in order with the blocks behind it, elsewhere alone. */
  #downloadMissing(index: number, signal: AbortSignal): void {
    const isInOrder = this.#blocks.has(index - 1);
    if (!isInOrder) Object.assign(this.#prefetch, { read: index, runBlocks: 1 });
    const end = isInOrder ? Math.min(this.#blockCount, index + this.#prefetch.runBlocks) : index + 1;
    void this.#downloadRun({ first: index, count: this.#countMissing(index, end) }, signal);
  }

  /** Downloads blocks for a read in order. The next request gets twice as many. */
  #downloadRun({ first, count }: Run, signal: AbortSignal): readonly Promise<Uint8Array>[] {
    const prefetch = this.#prefetch;
    prefetch.next = first + count;
    prefetch.runBlocks = Math.min(RUN_BLOCKS_MAX, 2 * prefetch.runBlocks);
    return this.#download(first, count, signal);
  }

  /** Sends one request at a time, so that at most one competes with a block that is needed now. */
  async #prefetchFrom(first: number, signal: AbortSignal): Promise<void> {
    const prefetch = this.#prefetch;
    prefetch.read = first - 1;
    prefetch.end = Math.min(this.#blockCount, first + PREFETCH_BLOCKS);
    if (prefetch.next < first || prefetch.next > prefetch.end) Object.assign(prefetch, { next: first, runBlocks: 1 });
    if (prefetch.isRunning) return;
    prefetch.isRunning = true;
    try {
      for (let run = this.#nextRun(); run !== null; run = this.#nextRun()) {
        await Promise.all(this.#downloadRun(run, signal));
        await (this.#options.pause ?? wait)(PREFETCH_PAUSE_MS);
      }
    } catch {
      // a reader that needs the block requests it again
    } finally {
      prefetch.isRunning = false;
    }
  }

  /** The blocks of the next request; null while there are not enough for one. */
  #nextRun(): Run | null {
    const prefetch = this.#prefetch;
    while (prefetch.next < prefetch.end && this.#blocks.has(prefetch.next)) prefetch.next += 1;
    const { next: first, end, runBlocks } = prefetch;
    const wanted = Math.min(end - first, runBlocks);
    if (wanted <= 0 || (wanted < runBlocks && end < this.#blockCount)) return null;
    return { first, count: this.#countMissing(first, first + wanted) };
  }

  /** The number of blocks from `first` on that are not cached, before `end`; at least 1. */
  #countMissing(first: number, end: number): number {
    let count = 1;
    while (first + count < end && !this.#blocks.has(first + count)) count += 1;
    return count;
  }
}

/** Consecutive blocks that one request downloads. */
type Run = { readonly first: number; readonly count: number };

/** The bytes `[from, to)` of consecutive blocks. Those of one block are not copied. */
function joinRange(blocks: readonly Uint8Array[], from: number, to: number): Uint8Array {
  const parts = blocks.map((block, i) => block.subarray(Math.max(0, from - i * BLOCK_BYTES), to - i * BLOCK_BYTES));
  const [only] = parts;
  return only && parts.length === 1 ? only : joinBytes(parts);
}
