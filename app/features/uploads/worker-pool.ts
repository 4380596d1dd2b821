import { fail, ok, type Result } from "#app/domain/result.ts";
import type { WorkerSays } from "./file-facts.ts";

/** Workers that look at files, one file each at a time; who asks waits for a free one. */
export type WorkerPool<Answer> = {
  ask(
    file: Blob,
    asked: { readonly signal: AbortSignal; readonly onProgress?: (share: number) => void },
  ): Promise<Result<Answer>>;
};

type WorkerPoolOptions = {
  readonly size: number;
  /** A worker that says nothing for so long, and for as long again as its file may take to read, hangs. */
  readonly stillMsMax: number;
};

const LOOK_EVERY_MS = 5000;
/** A slow drive's. */
const READ_BYTES_PER_MS = 1000;

export function createWorkerPool<Answer>(make: () => Worker, { size, stillMsMax }: WorkerPoolOptions): WorkerPool<Answer> {
  const idle: Worker[] = [];
  const queue: (() => void)[] = [];
  let busy = 0;

  /** Rejects never: a file that is not looked at in the end was called off. */
  async function seat(signal: AbortSignal): Promise<boolean> {
    if (busy >= size) await new Promise<void>((resolve) => queue.push(resolve));
    else busy += 1;
    if (!signal.aborted) return true;
    leave();
    return false;
  }

  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else busy -= 1;
  }

  return {
    async ask(file, { signal, onProgress = () => undefined }) {
      if (!(await seat(signal))) return fail("upload-cancelled");
      const worker = idle.pop() ?? make();
      let isFree = false;
      const watch = watchStillness(stillMsMax + file.size / READ_BYTES_PER_MS);
      const answer = await new Promise<Result<Answer>>((resolve) => {
        signal.addEventListener("abort", () => resolve(fail("upload-cancelled")), { once: true });
        watch.start(() => resolve(fail("file-unreadable")));
        // the code for it could not be fetched, or it broke
        worker.onerror = () => resolve(fail("network"));
        // only our own worker has the other end
        worker.onmessage = ({ data }: MessageEvent<WorkerSays<Answer>>) => {
          watch.moved();
          if (data.type === "progress") return onProgress(data.share);
          isFree = true;
          resolve(data.type === "answer" ? ok(data.answer) : fail("file-unreadable"));
        };
        worker.postMessage(file);
      });
      watch.stop();
      worker.onmessage = null;
      if (isFree) idle.push(worker);
      // in the middle of something that nobody wants any more, or that never ends
      else worker.terminate();
      leave();
      return answer;
    },
  };
}

/** Counts looks, not hours: a machine that slept has looked no more than once meanwhile. */
function watchStillness(msMax: number) {
  let looks = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    start(onStill: () => void) {
      timer = setInterval(() => {
        looks += 1;
        if (looks * LOOK_EVERY_MS >= msMax) onStill();
      }, LOOK_EVERY_MS);
    },
    moved() {
      looks = 0;
    },
    stop: () => clearInterval(timer),
  };
}
