import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { backoffMs, retry } from "#app/lib/retry.ts";
import { seededRandom } from "#scripts/sound.mjs";

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

it("UP2 the delay doubles from attempt to attempt, with jitter, up to a limit", () => {
  const random = seededRandom(1);
  for (let failures = 0; failures < 12; failures++) {
    const fullMs = Math.min(20_000, 500 * 2 ** failures);
    const delayMs = backoffMs(failures, random());
    expect(delayMs).toBeGreaterThanOrEqual(fullMs / 2);
    expect(delayMs).toBeLessThanOrEqual(fullMs);
  }
});
