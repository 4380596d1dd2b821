import { vi } from "vitest";
import { CONDITION_LIMIT_MS } from "./test-limits.ts";

/** Repeats assertions until they hold. Returns the last value. */
export function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: CONDITION_LIMIT_MS });
}

/** Repeats a condition until it is true. Rejects if it stays false. */
export function waitUntil(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(condition, { timeout: CONDITION_LIMIT_MS });
}

/** Lets fake timers run until a promise settles. */
export async function passTimers<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) await vi.advanceTimersByTimeAsync(1000);
  return promise;
}
