import { fail, ok, type Result } from "#app/domain/result.ts";
import { watchForHang } from "./hang-watch.ts";
import type { WorkerMessage } from "./worker-message.ts";

type WorkerPoolOptions = {
  /** The maximum number of workers. Each processes one file at a time. */
  readonly size: number;
  /** A worker is terminated if it sends nothing for this long, in addition to the time that reading its file may take. */
  readonly hangTimeoutMs: number;
};

type RequestOptions = {
  readonly signal: AbortSignal;
  /** Receives the share of the file that is processed, 0 to 1. */
  readonly onProgress?: (share: number) => void;
};

/** Read speed of a slow drive. */
const READ_BYTES_PER_MS = 1000;

/** Web workers that process files. A request waits until a worker is free. */
export class WorkerPool<T> {
  readonly #createWorker: () => Worker;
  readonly #options: WorkerPoolOptions;
  readonly #idleWorkers: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #busyCount = 0;

  constructor(createWorker: () => Worker, options: WorkerPoolOptions) {
    this.#createWorker = createWorker;
    this.#options = options;
  }

  /**
   * Fails with `upload-cancelled` if the signal aborts, `file-unreadable` if the worker cannot read the file or hangs, and
   * `network` if the code of the worker cannot be loaded.
   */
  async request(file: Blob, { signal, onProgress }: RequestOptions): Promise<Result<T>> {
    await this.#acquire();
    if (signal.aborted) {
      this.#release();
      return fail("upload-cancelled");
    }
    const worker = this.#idleWorkers.pop() ?? this.#createWorker();
    const timeoutMs = this.#options.hangTimeoutMs + file.size / READ_BYTES_PER_MS;
    const { result, isReusable } = await runOnWorker<T>(worker, file, {
      signal,
      timeoutMs,
      onProgress: onProgress ?? (() => undefined),
    });
    if (isReusable) this.#idleWorkers.push(worker);
    else worker.terminate();
    this.#release();
    return result;
  }

  async #acquire(): Promise<void> {
    if (this.#busyCount < this.#options.size) this.#busyCount += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Lets the next waiting request start. */
  #release(): void {
    const startNext = this.#waiting.shift();
    if (startNext) startNext();
    else this.#busyCount -= 1;
  }
}

type RunOptions = Required<RequestOptions> & { readonly timeoutMs: number };

/** `isReusable` is false if the worker may still be busy with the file, or is broken. */
type RunOutcome<T> = { readonly result: Result<T>; readonly isReusable: boolean };

async function runOnWorker<T>(worker: Worker, file: Blob, options: RunOptions): Promise<RunOutcome<T>> {
  const { signal, onProgress, timeoutMs } = options;
  const hangWatch = watchForHang(timeoutMs);
  const outcome = await new Promise<RunOutcome<T>>((resolve) => {
    const abandon = (error: "upload-cancelled" | "file-unreadable" | "network") =>
      resolve({ result: fail(error), isReusable: false });
    signal.addEventListener("abort", () => abandon("upload-cancelled"), { once: true });
    hangWatch.start(() => abandon("file-unreadable"));
    // the script could not be loaded, or it threw outside of its handler
    worker.onerror = () => abandon("network");
    // the workers of this folder send nothing but WorkerMessage
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage<T>>) => {
      hangWatch.reset();
      if (data.type === "progress") return onProgress(data.share);
      const result = data.type === "response" ? ok(data.value) : fail("file-unreadable" as const);
      resolve({ result, isReusable: true });
    };
    worker.postMessage(file);
  });
  hangWatch.stop();
  worker.onmessage = null;
  return outcome;
}
