import { fail, ok, type Result } from "#app/domain/result.ts";
import type { WorkerSays } from "./file-facts.ts";

/** Workers that look at files, one file each at a time; who asks waits for a free one. */
export type WorkerDesk<Answer> = {
  ask(
    file: Blob,
    asked: { readonly signal: AbortSignal; readonly onProgress?: (share: number) => void },
  ): Promise<Result<Answer>>;
};

export function openWorkerDesk<Answer>(make: () => Worker, size: number): WorkerDesk<Answer> {
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
      const answer = await new Promise<Result<Answer>>((resolve) => {
        signal.addEventListener("abort", () => resolve(fail("upload-cancelled")), { once: true });
        // the code for it could not be fetched, or it broke
        worker.onerror = () => resolve(fail("network"));
        // only our own worker has the other end
        worker.onmessage = ({ data }: MessageEvent<WorkerSays<Answer>>) => {
          if (data.type === "progress") onProgress(data.share);
          else resolve(data.type === "answer" ? ok(data.answer) : fail("file-unreadable"));
        };
        worker.postMessage(file);
      });
      worker.onmessage = null;
      if (answer.ok || answer.error === "file-unreadable") idle.push(worker);
      // in the middle of something that nobody wants any more
      else worker.terminate();
      leave();
      return answer;
    },
  };
}
