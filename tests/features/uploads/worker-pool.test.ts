import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WorkerPool } from "#app/features/uploads/worker-pool.ts";

const FILE = new Blob([new Uint8Array(100)]);
const HANG_TIMEOUT_MS = 60_000;

/** The page's side of a worker. The test sends its messages. */
class FakeWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  requestCount = 0;
  isTerminated = false;
  postMessage(): void {
    this.requestCount += 1;
  }
  terminate(): void {
    this.isTerminated = true;
  }
  send(data: unknown): void {
    this.onmessage?.({ data });
  }
}

function createPool(size = 1) {
  const workers: FakeWorker[] = [];
  const createWorker = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    // it has every member of Worker that the pool uses
    return worker as unknown as Worker;
  };
  return { workers, pool: new WorkerPool<string>(createWorker, { size, hangTimeoutMs: HANG_TIMEOUT_MS }) };
}

describe("a worker pool", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const { signal } = new AbortController();

  it("terminates a worker that sends nothing, and passes the next file to another worker", async () => {
    const { pool, workers } = createPool();
    const hanging = pool.request(FILE, { signal });
    const next = pool.request(FILE, { signal });
    await vi.advanceTimersByTimeAsync(HANG_TIMEOUT_MS - 1);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(5001);
    expect(await hanging).toEqual({ ok: false, error: "file-unreadable" });
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    workers[1]?.send({ type: "response", value: "result" });
    expect(await next).toEqual({ ok: true, value: "result" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("sets no time limit for a worker that reports progress", async () => {
    const { pool, workers } = createPool();
    const onProgress = vi.fn();
    const response = pool.request(FILE, { signal, onProgress });
    for (let share = 0; share < 1; share += 0.1) {
      await vi.advanceTimersByTimeAsync(HANG_TIMEOUT_MS - 10_000);
      workers[0]?.send({ type: "progress", share });
    }
    expect(onProgress).toHaveBeenCalledTimes(11);
    workers[0]?.send({ type: "response", value: "result" });
    expect(await response).toEqual({ ok: true, value: "result" });
    expect(workers[0]?.isTerminated).toBe(false);
  });

  it("allows a large file the time that a slow drive takes to read it", async () => {
    const { pool, workers } = createPool();
    const large = new Blob([new Uint8Array(50_000_000)]);
    const response = pool.request(large, { signal });
    await vi.advanceTimersByTimeAsync(HANG_TIMEOUT_MS + 40_000);
    workers[0]?.send({ type: "response", value: "late" });
    expect(await response).toEqual({ ok: true, value: "late" });
  });

  it("reuses a worker after any response, and terminates one whose request was cancelled", async () => {
    const { pool, workers } = createPool();
    const unreadable = pool.request(FILE, { signal });
    await vi.advanceTimersByTimeAsync(0);
    workers[0]?.send({ type: "unreadable" });
    expect(await unreadable).toEqual({ ok: false, error: "file-unreadable" });
    const controller = new AbortController();
    const cancelled = pool.request(FILE, { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(0);
    expect(workers.map(({ requestCount }) => requestCount)).toEqual([2]);
    controller.abort();
    expect(await cancelled).toEqual({ ok: false, error: "upload-cancelled" });
    expect(workers[0]?.isTerminated).toBe(true);
  });
});
