import { FetchRefusedError, fetchWithRetry } from "./fetch-with-retry.ts";

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
  readonly fetch?: typeof fetch;
  readonly pause?: (ms: number) => Promise<void>;
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const BLOCK_BYTES = 128 * 1024;
const BLOCKS_MAX = 32;
/** Prefetched while a file is read in order: a minute of MP3, in case the connection is lost. */
const PREFETCH_BLOCKS = 16;
/** Between two of them. Decoding and playing on a slow device go first. */
const PREFETCH_PAUSE_MS = 250;

/** Fetches blocks with range requests, on demand, and caches the most recently used ones. Prefetches for sequential reads. */
export class HttpByteSource implements ByteSource {
  readonly sizeBytes: number;
  readonly #options: ByteSourceOptions;
  readonly #blockCount: number;
  /** In order of use, the most recent last. */
  readonly #blocks = new Map<number, Promise<Uint8Array>>();
  readonly #prefetch = { next: 0, end: 0, isRunning: false };

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
        return await this.#loadBlock(index, signal);
      } catch (error) {
        if (signal.aborted || error instanceof FetchRefusedError) throw error;
      }
    }
  }

  #loadBlock(index: number, signal: AbortSignal): Promise<Uint8Array> {
    const cached = this.#blocks.get(index);
    const block = cached ?? this.#fetchBlock(index, signal);
    this.#blocks.delete(index);
    this.#blocks.set(index, block);
    if (!cached) {
      // the readers handle the failure; a later read requests the block again
      block.catch(() => this.#blocks.delete(index));
      this.#evict();
    }
    return block;
  }

  #evict(): void {
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= BLOCKS_MAX) break;
      this.#blocks.delete(oldest);
    }
  }

  #fetchBlock(index: number, signal: AbortSignal): Promise<Uint8Array> {
    const { url, onExpired, fetch: fetchUrl = fetch } = this.#options;
    const start = index * BLOCK_BYTES;
    const end = Math.min(this.sizeBytes, start + BLOCK_BYTES);
    const readBody = async (response: Response) => {
      const bytes = new Uint8Array(await response.arrayBuffer());
      // a connection that breaks can look like the end of the body
      return response.status === 206 && bytes.length === end - start ? bytes : null;
    };
    const headers = { Range: `bytes=${start}-${end - 1}` };
    return fetchWithRetry({ url, headers, read: readBody, onExpired, signal, fetch: fetchUrl });
  }

  /** Prefetches one block at a time, so that at most one competes with a block that is needed now. */
  async #prefetchFrom(first: number, signal: AbortSignal): Promise<void> {
    const prefetch = this.#prefetch;
    prefetch.end = Math.min(this.#blockCount, first + PREFETCH_BLOCKS);
    if (prefetch.next < first || prefetch.next > prefetch.end) prefetch.next = first;
    if (prefetch.isRunning) return;
    prefetch.isRunning = true;
    try {
      while (prefetch.next < prefetch.end) {
        const index = prefetch.next;
        // before the wait, during which another read may set it
        prefetch.next += 1;
        await this.#loadBlock(index, signal);
        await (this.#options.pause ?? wait)(PREFETCH_PAUSE_MS);
      }
    } catch {
      // a reader that needs the block requests it again
    } finally {
      prefetch.isRunning = false;
    }
  }
}

/** The bytes `[from, to)` of consecutive blocks. */
function joinRange(blocks: readonly Uint8Array[], from: number, to: number): Uint8Array {
  const [only] = blocks;
  if (only && blocks.length === 1) return only.subarray(from, to);
  const joined = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    joined.set(block, at);
    at += block.length;
  }
  return joined.subarray(from, to);
}
