import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWorkerPool } from "#app/features/uploads/worker-pool.ts";

const FILE = new Blob([new Uint8Array(100)]);
const STILL_MS = 60_000;

/** The page's end of a worker that says what the test lets it say. */
class SpeakingWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  given = 0;
  isTerminated = false;
  postMessage(): void {
    this.given += 1;
  }
  terminate(): void {
    this.isTerminated = true;
  }
  say(data: unknown): void {
    this.onmessage?.({ data });
  }
}

function createPool(size = 1) {
  const workers: SpeakingWorker[] = [];
  const make = () => {
    const worker = new SpeakingWorker();
    workers.push(worker);
    // all of a worker that the desk uses
    return worker as unknown as Worker;
  };
  return { workers, desk: createWorkerPool<string>(make, { size, stillMsMax: STILL_MS }) };
}

describe("a desk of workers", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const { signal } = new AbortController();

  it("gives up on a worker that says nothing any more, and the next file goes to another", async () => {
    const { desk, workers } = createPool();
    const hanging = desk.ask(FILE, { signal });
    const next = desk.ask(FILE, { signal });
    await vi.advanceTimersByTimeAsync(STILL_MS - 1);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(5001);
    expect(await hanging).toEqual({ ok: false, error: "file-unreadable" });
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    workers[1]?.say({ type: "answer", answer: "heard" });
    expect(await next).toEqual({ ok: true, value: "heard" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("lets a worker take as long as it likes that says how far it is", async () => {
    const { desk, workers } = createPool();
    const onProgress = vi.fn();
    const asked = desk.ask(FILE, { signal, onProgress });
    for (let share = 0; share < 1; share += 0.1) {
      await vi.advanceTimersByTimeAsync(STILL_MS - 10_000);
      workers[0]?.say({ type: "progress", share });
    }
    expect(onProgress).toHaveBeenCalledTimes(11);
    workers[0]?.say({ type: "answer", answer: "heard" });
    expect(await asked).toEqual({ ok: true, value: "heard" });
    expect(workers[0]?.isTerminated).toBe(false);
  });

  it("a large file may take as long as a slow drive reads it", async () => {
    const { desk, workers } = createPool();
    const large = new Blob([new Uint8Array(50_000_000)]);
    const asked = desk.ask(large, { signal });
    await vi.advanceTimersByTimeAsync(STILL_MS + 40_000);
    workers[0]?.say({ type: "answer", answer: "late" });
    expect(await asked).toEqual({ ok: true, value: "late" });
  });

  it("keeps a worker that has answered for the next file, whatever it answered, and none that was called off", async () => {
    const { desk, workers } = createPool();
    const gone = desk.ask(FILE, { signal });
    await vi.advanceTimersByTimeAsync(0);
    workers[0]?.say({ type: "unreadable" });
    expect(await gone).toEqual({ ok: false, error: "file-unreadable" });
    const cancel = new AbortController();
    const cancelled = desk.ask(FILE, { signal: cancel.signal });
    await vi.advanceTimersByTimeAsync(0);
    expect(workers.map(({ given }) => given)).toEqual([2]);
    cancel.abort();
    expect(await cancelled).toEqual({ ok: false, error: "upload-cancelled" });
    expect(workers[0]?.isTerminated).toBe(true);
  });
});
