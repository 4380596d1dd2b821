import { vi } from "vitest";

/** The time at which the tests of a file start, and functions that control the server's clock until the end of a test. */
export function controlServerClock() {
  const startMs = Date.now();
  // not `useFakeTimers`: each look at a condition that a test waits for would move that clock
  const stopAt = (ms: number) => void vi.setSystemTime(ms);
  return {
    startMs,
    /** Sets the clock to a number of seconds after the start, and stops it. An alarm may close devices that are then silent. */
    setSecond: (second: number) => stopAt(startMs + second * 1000),
    /** Stops the clock. Returns its time. */
    stop(): number {
      const nowMs = Date.now();
      stopAt(nowMs);
      return nowMs;
    },
  };
}
