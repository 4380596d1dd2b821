import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import { INITIAL_CONCURRENCY, type PartConcurrency, updateConcurrency } from "#app/domain/uploads/part-concurrency.ts";
import type { Part } from "#app/domain/uploads/upload-plan.ts";
import { isTransientError } from "./upload-errors.ts";

type SendPart = (
  part: Part,
  options: { readonly signal: AbortSignal; readonly onProgress: (sentBytes: number) => void },
) => Promise<Result<null>>;

/** `error` is that of the first part that failed, or null if every part arrived. */
export type PartRun = { readonly error: ErrorCode | null; readonly sentParts: number };

type RunState = { readonly abort: AbortController; error: ErrorCode | null; sentParts: number };

/** Sends the parts of one file, as many at once as the connection allows, and counts the bytes sent. */
export class PartSender {
  readonly #parts: readonly Part[];
  readonly #send: SendPart;
  readonly #sentBytesByPart = new Map<number, number>();
  #concurrency: PartConcurrency = INITIAL_CONCURRENCY;

  constructor(parts: readonly Part[], send: SendPart) {
    this.#parts = parts;
    this.#send = send;
  }

  /** Includes the stored parts and the sent bytes of parts that are not complete. */
  get sentBytes(): number {
    return [...this.#sentBytesByPart.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Sends each part whose number is not in `stored`. After an error no further part starts. */
  async sendMissing(stored: ReadonlySet<number>): Promise<PartRun> {
    this.#resetProgress(stored);
    const queue = this.#parts.filter(({ number }) => !stored.has(number));
    const run: RunState = { abort: new AbortController(), error: null, sentParts: 0 };
    const sending = new Set<Promise<void>>();
    while (sending.size > 0 || (queue.length > 0 && run.error === null)) {
      while (sending.size < this.#concurrency.limit && run.error === null) {
        const part = queue.shift();
        if (!part) break;
        const sent: Promise<void> = this.#sendPart(part, run).finally(() => sending.delete(sent));
        sending.add(sent);
      }
      await Promise.race(sending);
    }
    if (run.error !== null) this.#concurrency = updateConcurrency(this.#concurrency, "lost");
    return run;
  }

  #resetProgress(stored: ReadonlySet<number>): void {
    this.#sentBytesByPart.clear();
    for (const part of this.#parts) if (stored.has(part.number)) this.#sentBytesByPart.set(part.number, sizeOf(part));
  }

  async #sendPart(part: Part, run: RunState): Promise<void> {
    const startedAtMs = performance.now();
    const onProgress = (sentBytes: number) => void this.#sentBytesByPart.set(part.number, sentBytes);
    const sent = await this.#send(part, { signal: run.abort.signal, onProgress });
    if (!sent.ok) {
      run.error ??= sent.error;
      // after a transient error the other parts may still arrive; after any other the file has failed
      if (!isTransientError(sent.error)) run.abort.abort();
      return;
    }
    run.sentParts += 1;
    this.#sentBytesByPart.set(part.number, sizeOf(part));
    this.#concurrency = updateConcurrency(this.#concurrency, { sentInMs: performance.now() - startedAtMs });
  }
}

function sizeOf({ startByte, endByte }: Part): number {
  return endByte - startByte;
}
