import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { breatheIfDue, setBreathing } from "#db/breathe.ts";

const wait = vi.fn(async () => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("scheduler", { wait });
});

afterEach(() => {
  setBreathing(false);
  wait.mockClear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** How often something breathes that asks after each of these times, ms. */
async function countBreaths(...times: readonly number[]): Promise<number> {
  for (const ms of times) {
    vi.setSystemTime(Date.now() + ms);
    await breatheIfDue();
  }
  return wait.mock.calls.length;
}

it("WK2 a server of one thread breathes once it has worked for 10 ms", async () => {
  setBreathing(true);
  expect(await countBreaths(1000)).toBe(1);
  expect(await countBreaths(4, 4)).toBe(1);
  expect(await countBreaths(4, 4, 9)).toBe(3);
});

it("WK2 on the platform, no statement waits", async () => {
  expect(await countBreaths(1000, 1000)).toBe(0);
});
