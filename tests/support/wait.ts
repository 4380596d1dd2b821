import { vi } from "vitest";

/** Longer than anything takes on a busy machine. Vitest's own limit is one second. */
const TIMEOUT_MS = 15_000;

/** Repeats assertions until they hold. Returns the last value. */
export function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: TIMEOUT_MS });
}

/** Repeats a condition until it is true. Rejects if it stays false. */
export function waitUntil(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(condition, { timeout: TIMEOUT_MS });
}
