import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";

export type SplitFailure =
  | "too-large"
  /** Too few bytes arrived for too long. */
  | "stalled"
  | "aborted"
  /** The connection or the server failed; `cause` is the body's error. */
  | "broken";

/** Why a body could not be read to its end. */
export class SplitError extends Error {
  override readonly name = "SplitError";
  readonly failure: SplitFailure;

  constructor(failure: SplitFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}

export type SplitLimits = {
  readonly maxBytes: number;
  /** The longest wait for a chunk. The time in which the consumer handles a part does not count. */
  readonly stalledAfterMs: number;
  /** The least average over a minute of waiting: a server that sends a byte now and then stalls too. */
  readonly bytesPerSecond: number;
  /** Aborts the body. This is the only limit on the total time. */
  readonly signal: AbortSignal;
};

/** The time of waiting over which the speed is measured. */
const MEASURED_MS = MINUTE_MS;

/**
 * Splits a body into parts of `partBytes`; the last part may be shorter, and an empty body has no parts. Keeps one part
 * and one chunk in memory. Throws a `SplitError`. The body is always canceled at the end.
 */
export async function* splitParts(
  body: ReadableStream<Uint8Array>,
  partBytes: number,
  limits: SplitLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = createSource(body);
  let part: Uint8Array | null = null;
  let filledBytes = 0;
  let leftBytes = limits.maxBytes;
  const measureSpeed = createSpeedometer(limits.bytesPerSecond);
  const read = () => measureSpeed(() => readChunk(source, limits));
  try {
    for (let chunk = await read(); chunk; chunk = await read()) {
      leftBytes -= chunk.byteLength;
      if (leftBytes < 0) throw new SplitError("too-large");
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
    // the body may have failed already, which makes the cancellation fail as well
    source.cancel().catch(() => undefined);
  }
}

/** Throws a `SplitError` after a minute of reading that was too slow. */
function createSpeedometer(bytesPerSecond: number) {
  let readMs = 0;
  let readBytes = 0;
  return async (read: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> => {
    const startedMs = Date.now();
    const chunk = await read();
    readMs += Date.now() - startedMs;
    readBytes += chunk?.byteLength ?? 0;
    if (readMs < MEASURED_MS) return chunk;
    if (chunk && readBytes < (readMs / SECOND_MS) * bytesPerSecond) throw new SplitError("stalled");
    readMs = 0;
    readBytes = 0;
    return chunk;
  };
}

/** A chunk is valid until the next one is read. Null at the end of the body. */
type Source = { read(): Promise<Uint8Array | null>; cancel(): Promise<void> };

/** By default workerd delivers 4 KiB at a time, which costs ten times the CPU time. */
const CHUNK_BYTES = 1024 * 1024;

function createSource(body: ReadableStream<Uint8Array>): Source {
  const reader = getByteReader(body);
  if (!reader) return createChunkSource(body.getReader());
  let buffer = new Uint8Array(CHUNK_BYTES);
  return {
    read: async () => {
      const { done, value } = await reader.read(buffer);
      if (done) return null;
      // the reader transfers the buffer and returns it with the chunk
      buffer = new Uint8Array(value.buffer);
      return value;
    },
    cancel: () => reader.cancel(),
  };
}

/** Null for a stream of chunks. The body of `fetch` is a byte stream; piped through a transform, it is not. */
function getByteReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    // there is no other way to detect the kind; with a locked body, the default reader throws as well
    return null;
  }
}

function createChunkSource(reader: ReadableStreamDefaultReader<Uint8Array>): Source {
  return {
    read: async () => (await reader.read()).value ?? null,
    cancel: () => reader.cancel(),
  };
}

/** Reads the next chunk that has a byte, within the limits. */
function readChunk(source: Source, { stalledAfterMs, signal }: SplitLimits): Promise<Uint8Array | null> {
  if (signal.aborted) return Promise.reject(new SplitError("aborted"));
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      then();
    };
    const giveUp = (failure: SplitFailure, cause?: unknown) => settle(() => reject(new SplitError(failure, { cause })));
    const abort = () => giveUp("aborted");
    const timer = setTimeout(() => giveUp("stalled"), stalledAfterMs);
    signal.addEventListener("abort", abort);
    readNonEmpty(source).then(
      (chunk) => settle(() => resolve(chunk)),
      (cause) => giveUp("broken", cause),
    );
  });
}

async function readNonEmpty(source: Source): Promise<Uint8Array | null> {
  let chunk = await source.read();
  while (chunk?.byteLength === 0) chunk = await source.read();
  return chunk;
}
