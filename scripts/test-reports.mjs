// Reads the JSON reports of Vitest and Playwright.
import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ readonly title: string, readonly durationMs: number }} TimedTest */
/** @typedef {{ readonly title: string, readonly reason: string }} SkippedTest */
/** @typedef {{ readonly title: string, readonly snapshot: string }} PageSnapshot */
/**
 * @typedef {object} Report
 * @property {number} passed
 * @property {number} failed
 * @property {readonly SkippedTest[]} skipped
 * @property {readonly TimedTest[]} times with all attempts of a test
 */

const NO_REASON = "no reason is given";
/** The report of Vitest has no reasons, so the titles of tests that may be skipped name them. */
const NEED = /needs [^)]+/;

/**
 * @param {any} report
 * @returns {Report}
 */
export function readVitestReport({ numPassedTests = 0, numFailedTests = 0, testResults = [] }) {
  const tests = testResults.flatMap(({ assertionResults = [] }) => assertionResults);
  const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed");
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: skipped.map(({ fullName }) => ({ title: fullName, reason: NEED.exec(fullName)?.[0] ?? NO_REASON })),
    times: tests.map(({ fullName, duration }) => ({ title: fullName, durationMs: duration ?? 0 })),
  };
}

/**
 * @param {any} report
 * @returns {Report}
 */
export function readPlaywrightReport({ stats: { expected = 0, unexpected = 0, flaky = 0 } = {}, suites = [] }) {
  const specs = listSpecs(suites);
  const skipped = specs.filter(({ tests }) => tests.some(({ status }) => status === "skipped"));
  return {
    passed: expected,
    failed: unexpected + flaky,
    skipped: skipped.map(({ title, tests }) => ({ title, reason: findReason(tests) ?? NO_REASON })),
    times: specs.map(({ title, tests }) => ({
      title,
      durationMs: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
  };
}

/** @param {readonly any[]} tests */
function findReason(tests) {
  return tests.flatMap(({ annotations = [] }) => annotations).find(({ type }) => type === "skip")?.description;
}

/** @param {readonly any[]} suites @returns {readonly any[]} */
function listSpecs(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...listSpecs(inner), ...specs]);
}

/** @param {readonly SkippedTest[]} tests */
export function formatSkipped(tests) {
  return tests.map(({ title, reason }) => `  ${title}: ${reason}`).join("\n");
}

/**
 * @param {readonly TimedTest[]} tests
 * @param {number} count
 */
export function formatSlowest(tests, count) {
  const slowest = [...tests].sort((a, b) => b.durationMs - a.durationMs).slice(0, count);
  return slowest.map(({ title, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(7)} s  ${title}`).join("\n");
}

/**
 * The accessibility trees of the pages, which Playwright stores with failed tests.
 * @param {any} report of Playwright
 * @returns {readonly PageSnapshot[]}
 */
export function readPageSnapshots({ suites = [] }) {
  return listSpecs(suites).flatMap(({ title, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .flatMap(({ attachments = [] }) => attachments)
      .filter(({ name, path }) => name === "error-context" && existsSync(path))
      .map(({ path }) => ({ title, snapshot: extractSnapshot(readFileSync(path, "utf8")) })),
  );
}

/** @param {string} errorContext Markdown with the section "Page snapshot" among others */
function extractSnapshot(errorContext) {
  return /^# Page snapshot\n+```yaml\n(.*?)\n```$/ms.exec(errorContext)?.[1] ?? errorContext;
}
