import { afterEach, beforeEach, expect, vi } from "vitest";

// What complains without failing is a defect that nobody has looked at. A test that wants a complaint spies itself.
beforeEach(() => {
  for (const level of ["error", "warn"] as const) vi.spyOn(console, level);
});

afterEach(() => {
  for (const level of ["error", "warn"] as const) {
    const { calls } = vi.mocked(console[level]).mock;
    vi.mocked(console[level]).mockRestore();
    expect(calls, `unexpected console.${level}`).toEqual([]);
  }
});
