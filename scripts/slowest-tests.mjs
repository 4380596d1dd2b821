// Reads the durations of tests from the JSON reports of Vitest and Playwright.

/** @typedef {{ readonly title: string, readonly durationMs: number }} TimedTest */

/**
 * @param {any} report
 * @returns {readonly TimedTest[]}
 */
export function readVitestTimes({ testResults = [] }) {
  return testResults.flatMap(({ assertionResults = [] }) =>
    assertionResults.map(({ fullName, duration }) => ({ title: fullName, durationMs: duration ?? 0 })),
  );
}

/**
 * With all attempts of a test.
 * @param {any} report
 * @returns {readonly TimedTest[]}
 */
export function readPlaywrightTimes({ suites = [] }) {
  return suites.flatMap((suite) => [
    ...readPlaywrightTimes(suite),
    ...(suite.specs ?? []).map(({ title, tests }) => ({
      title,
      durationMs: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
  ]);
}

/**
 * @param {readonly TimedTest[]} tests
 * @param {number} count
 */
export function formatSlowest(tests, count) {
  const slowest = [...tests].sort((a, b) => b.durationMs - a.durationMs).slice(0, count);
  return slowest.map(({ title, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(7)} s  ${title}`).join("\n");
}
