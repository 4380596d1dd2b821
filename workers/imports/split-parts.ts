export type CutFailure =
  | "too-large"
  /** Nothing came for too long. */
  | "stalled"
  | "aborted"
  /** The other side, or the way to it; the `cause` is what the body said. */
  | "broken";

/** Why no more parts come. */
export class CutError extends Error {
  override readonly name = "CutError";
  readonly failure: CutFailure;

  constructor(failure: CutFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}

export type CutLimits = {
  readonly maxBytes: number;
  /** Counts while a byte is waited for, not while whoever takes the parts is busy with one. */
  readonly stalledAfterMs: number;
  /** A server that drips is not stalled: what is to end some time needs a signal that says when. */
  readonly signal: AbortSignal;
};

/**
 * A body in parts of `partBytes`, the last one as long as it happens to be; an empty body has none. Holds one part
 * and one chunk. Throws a `CutError`; however it ends, the body is cancelled.
 */
export async function* cutParts(
  body: ReadableStream<Uint8Array>,
  partBytes: number,
  limits: CutLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = openBody(body);
  let part: Uint8Array | null = null;
  let filledBytes = 0;
  let leftBytes = limits.maxBytes;
  try {
    for (let chunk = await next(source, limits); chunk; chunk = await next(source, limits)) {
      leftBytes -= chunk.byteLength;
      if (leftBytes < 0) throw new CutError("too-large");
      for (let at = 0; at < chunk.byteLength; ) {
        part ??= new Uint8Array(partBytes);
        const piece = chunk.subarray(at, at + partBytes - filledBytes);
        part.set(piece, filledBytes);
        at += piece.byteLength;
        filledBytes += piece.byteLength;
        if (filledBytes < partBytes) continue;
        yield part;
        part = null;
        filledBytes = 0;
      }
    }
    if (part) yield part.subarray(0, filledBytes);
  } finally {
    // it may have broken already; nobody waits for it
    source.cancel().catch(() => undefined);
  }
}

/** A chunk is good until the next one is read; null is the end. */
type Source = { read(): Promise<Uint8Array | null>; cancel(): Promise<void> };

/** Left to itself, workerd hands out 4 KiB at a time, which takes ten times the work. */
const CHUNK_BYTES = 1024 * 1024;

function openBody(body: ReadableStream<Uint8Array>): Source {
  const reader = byteReader(body);
  if (!reader) return openChunks(body.getReader());
  let room = new Uint8Array(CHUNK_BYTES);
  return {
    read: async () => {
      const { done, value } = await reader.read(room);
      if (done) return null;
      // the buffer went to the reader, and comes back with what is read
      room = new Uint8Array(value.buffer);
      return value;
    },
    cancel: () => reader.cancel(),
  };
}

/** What `fetch` gives is a stream of bytes; once piped through something, it is one of chunks. */
function byteReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    // the one way to find out; a body that somebody reads already fails in the other way too
    return null;
  }
}

function openChunks(reader: ReadableStreamDefaultReader<Uint8Array>): Source {
  return {
    read: async () => (await reader.read()).value ?? null,
    cancel: () => reader.cancel(),
  };
}

/** The next chunk with a byte in it, if it comes in time. */
function next(source: Source, { stalledAfterMs, signal }: CutLimits): Promise<Uint8Array | null> {
  if (signal.aborted) return Promise.reject(new CutError("aborted"));
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      then();
    };
    const giveUp = (failure: CutFailure, cause?: unknown) => settle(() => reject(new CutError(failure, { cause })));
    const abort = () => giveUp("aborted");
    const timer = setTimeout(() => giveUp("stalled"), stalledAfterMs);
    signal.addEventListener("abort", abort);
    readSome(source).then(
      (chunk) => settle(() => resolve(chunk)),
      (cause) => giveUp("broken", cause),
    );
  });
}

async function readSome(source: Source): Promise<Uint8Array | null> {
  let chunk = await source.read();
  while (chunk?.byteLength === 0) chunk = await source.read();
  return chunk;
}
