import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startTimer } from "#app/lib/timer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a timer runs its callback once after the delay, unless it is canceled", () => {
  const [run, canceled] = [vi.fn(), vi.fn()];
  startTimer(100, run);
  const cancel = startTimer(100, canceled);
  vi.advanceTimersByTime(99);
  cancel();
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(run).toHaveBeenCalledTimes(1);
  expect(canceled).not.toHaveBeenCalled();
});
