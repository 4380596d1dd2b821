/** Longer than any condition takes on a busy machine, ms. Vitest's own limit is one second. */
export const CONDITION_LIMIT_MS = 60_000;

/** The limits find what hangs; a machine that is busy with several times as much may take its time. */
export const TEST_LIMITS = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: CONDITION_LIMIT_MS } },
} as const;
