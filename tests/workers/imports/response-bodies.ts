import { afterEach, beforeEach, expect, vi } from "vitest";

/** The next event of a body: it delivers bytes, stalls forever, or fails. */
export type Step = Uint8Array | "stall" | "break";

export const LOST = "Network connection lost.";

/** Increasing values, so that a misplaced byte is detected. */
export const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => i % 251);

/** A body that takes a step on every pull, and records what happened. */
export function createBody(steps: readonly Step[], kind: "bytes" | "chunks" = "bytes") {
  const log = { stepsTaken: 0, isCanceled: false };
  const source = {
    async pull(controller: Pick<ReadableStreamDefaultController, "enqueue" | "error" | "close">) {
      const step = steps[log.stepsTaken++];
      if (step === "stall") await new Promise(() => undefined);
      else if (step === "break") controller.error(new Error(LOST));
      else if (step) controller.enqueue(step.slice());
      else controller.close();
    },
    cancel() {
      log.isCanceled = true;
    },
  };
  const body: ReadableStream<Uint8Array> =
    kind === "bytes" ? new ReadableStream({ type: "bytes", ...source }) : new ReadableStream(source, { highWaterMark: 0 });
  return { body, log };
}

/** Replaces the timers in the tests of a file. A test fails if it leaves one behind. */
export function installFakeTimers(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => {
    expect(vi.getTimerCount(), "timers left behind").toBe(0);
    vi.useRealTimers();
  });
}
