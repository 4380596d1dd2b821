import { vi } from "vitest";

const { now } = Date;
let skippedMs = 0;

/** Moves the time forward, for example until used allowances are full again. `vi.restoreAllMocks` moves it back. */
export function skipTime(ms: number): void {
  // test files share this module, and the clock of the real time is back after each of them
  if (!vi.isMockFunction(Date.now)) skippedMs = 0;
  skippedMs += ms;
  vi.spyOn(Date, "now").mockImplementation(() => now() + skippedMs);
}
