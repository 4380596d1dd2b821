import { afterEach, vi } from "vitest";

/** The time at which the tests of a file start, and a function that sets the server's clock to a number of seconds after it. */
export function controlServerClock() {
  const startMs = Date.now();
  afterEach(() => void vi.useRealTimers());
  return {
    startMs,
    setSecond: (second: number) => void vi.useFakeTimers({ toFake: ["Date"], now: startMs + second * 1000 }),
  };
}
