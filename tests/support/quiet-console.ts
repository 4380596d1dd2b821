import { afterEach, beforeEach, expect, vi } from "vitest";

// Fails every test that logs an error or a warning. A test that expects one installs its own spy.
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
