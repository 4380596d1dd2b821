import { BytesRefused, fetchStored } from "./fetch-stored.ts";

/** A stored file, read in bounded pieces: nothing is fetched that nobody asked for, and little is kept. */
export type ByteSource = {
  readonly sizeBytes: number;
  /** The bytes `[start, end)`, cut at the file's end. Waits for the network as long as it takes; rejects when aborted or refused. */
  read(start: number, end: number, signal: AbortSignal): Promise<Uint8Array>;
};

type ByteSourceOptions = {
  readonly sizeBytes: number;
  /** The address now: what it is signed with is renewed from time to time. */
  readonly url: () => string;
  /** Told when the address was good once and is not any more. */
  readonly onExpired?: () => void;
  readonly fetch?: typeof fetch;
};

const BLOCK_BYTES = 128 * 1024;
const BLOCKS_KEPT = 32;
/** Fetched before they are asked for, where a file is read in order: a minute of MP3, for a connection that goes away. */
const BLOCKS_AHEAD = 16;

export function createByteSource({ sizeBytes, url, onExpired, fetch: fetchBytes = fetch }: ByteSourceOptions): ByteSource {
  /** In order of use, the latest last. */
  const blocks = new Map<number, Promise<Uint8Array>>();
  const blockCount = Math.ceil(sizeBytes / BLOCK_BYTES);
  const ahead = { next: 0, end: 0, isUnderWay: false };

  function load(index: number, signal: AbortSignal): Promise<Uint8Array> {
    const start = index * BLOCK_BYTES;
    const end = Math.min(sizeBytes, start + BLOCK_BYTES);
    const take = async (response: Response) => {
      const bytes = new Uint8Array(await response.arrayBuffer());
      // a connection that broke in the middle may end like one that is through
      return response.status === 206 && bytes.length === end - start ? bytes : null;
    };
    return fetchStored({ url, headers: { Range: `bytes=${start}-${end - 1}` }, take, onExpired, signal, fetch: fetchBytes });
  }

  function block(index: number, signal: AbortSignal): Promise<Uint8Array> {
    const known = blocks.get(index);
    const promise = known ?? load(index, signal);
    blocks.delete(index);
    blocks.set(index, promise);
    if (!known) {
      // whoever waits hears of it; the next reader asks anew
      promise.catch(() => blocks.delete(index));
      for (const oldest of blocks.keys()) {
        if (blocks.size <= BLOCKS_KEPT) break;
        blocks.delete(oldest);
      }
    }
    return promise;
  }

  /** A block may have been asked for by a reader who has since gone: then it is asked for again. */
  async function blockFor(index: number, signal: AbortSignal): Promise<Uint8Array> {
    for (;;) {
      try {
        return await block(index, signal);
      } catch (error) {
        if (signal.aborted || error instanceof BytesRefused) throw error;
      }
    }
  }

  /** One block after the other, so that what is needed now shares the line with one of them at most. */
  async function readAhead(from: number, signal: AbortSignal): Promise<void> {
    ahead.end = Math.min(blockCount, from + BLOCKS_AHEAD);
    if (ahead.next < from || ahead.next > ahead.end) ahead.next = from;
    if (ahead.isUnderWay) return;
    ahead.isUnderWay = true;
    try {
      for (; ahead.next < ahead.end; ahead.next++) await block(ahead.next, signal);
    } catch {
      // whoever needs the block asks for it again
    } finally {
      ahead.isUnderWay = false;
    }
  }

  return {
    sizeBytes,
    async read(start, end, signal) {
      const to = Math.min(end, sizeBytes);
      if (start >= to) return new Uint8Array(0);
      const first = Math.floor(start / BLOCK_BYTES);
      const last = Math.floor((to - 1) / BLOCK_BYTES);
      const wanted = Array.from({ length: last - first + 1 }, (_, i) => blockFor(first + i, signal));
      if (blocks.has(first - 1)) void readAhead(last + 1, signal);
      const parts = await Promise.all(wanted);
      return slice(parts, start - first * BLOCK_BYTES, to - first * BLOCK_BYTES);
    },
  };
}

function slice(parts: readonly Uint8Array[], from: number, to: number): Uint8Array {
  const [only] = parts;
  if (only && parts.length === 1) return only.subarray(from, to);
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined.subarray(from, to);
}
