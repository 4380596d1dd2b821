// Reads from a JSON report of Playwright how the pages of failed tests looked.
import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ readonly title: string, readonly snapshot: string }} PageSnapshot */

/**
 * The accessibility trees that Playwright stores with failed tests.
 * @param {any} report
 * @returns {readonly PageSnapshot[]}
 */
export function readPageSnapshots({ suites = [] }) {
  return suites.flatMap((suite) => [
    ...readPageSnapshots(suite),
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests
        .flatMap(({ results }) => results)
        .flatMap(({ attachments = [] }) => attachments)
        .filter(({ name, path }) => name === "error-context" && existsSync(path))
        .map(({ path }) => ({ title, snapshot: extractSnapshot(readFileSync(path, "utf8")) })),
    ),
  ]);
}

/**
 * @param {string} errorContext Markdown with the section "Page snapshot" among others
 */
function extractSnapshot(errorContext) {
  return /^# Page snapshot\n+```yaml\n(.*?)\n```$/ms.exec(errorContext)?.[1] ?? errorContext;
}
