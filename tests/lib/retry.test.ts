import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { retry } from "#app/lib/retry.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shouldRetry = (result: string) => result === "lost";

it("repeats until a result needs no retry", async () => {
  const results = ["lost", "lost", "done"];
  const running = retry(async () => results.shift() ?? "", { maxAttempts: 5, shouldRetry });
  await vi.runAllTimersAsync();
  expect(await running).toBe("done");
});

it("returns the last result when the attempts are used up", async () => {
  const attempt = vi.fn(async () => "lost");
  const running = retry(attempt, { maxAttempts: 3, shouldRetry });
  await vi.runAllTimersAsync();
  expect(await running).toBe("lost");
  expect(attempt).toHaveBeenCalledTimes(3);
});

it("stops waiting when it is aborted", async () => {
  const abort = new AbortController();
  const attempt = vi.fn(async () => "lost");
  const running = retry(attempt, { shouldRetry, signal: abort.signal });
  await vi.advanceTimersByTimeAsync(0);
  abort.abort();
  expect(await running).toBe("lost");
  expect(attempt).toHaveBeenCalledTimes(1);
});
