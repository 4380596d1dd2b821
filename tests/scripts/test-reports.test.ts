import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  formatSkipped,
  formatSlowest,
  readPageSnapshots,
  readPlaywrightReport,
  readVitestReport,
} from "#scripts/test-reports.mjs";

const vitest = {
  numPassedTests: 1,
  numFailedTests: 2,
  testResults: [
    {
      assertionResults: [
        { fullName: "a short one", status: "passed", duration: 12 },
        { fullName: "a full disk (needs root) stops nothing", status: "pending" },
        { fullName: "a forgotten one", status: "todo" },
      ],
    },
  ],
};
const skip = { status: "skipped", annotations: [{ type: "skip", description: "not installed: Firefox" }], results: [] };
const playwright = {
  stats: { expected: 2, unexpected: 0, flaky: 1 },
  suites: [
    {
      specs: [{ title: "a repeated one", tests: [{ status: "flaky", results: [{ duration: 1500 }, { duration: 1000 }] }] }],
      suites: [
        { specs: [{ title: "a nested one", tests: [{ status: "expected", results: [{ duration: 9000 }] }] }] },
        { specs: [{ title: "an engine's", tests: [skip] }] },
      ],
    },
  ],
};

test("both reports count what has passed and failed, and a test that needed two attempts has failed", () => {
  expect(readVitestReport(vitest)).toMatchObject({ passed: 1, failed: 2 });
  expect(readPlaywrightReport(playwright)).toMatchObject({ passed: 2, failed: 1 });
  expect(readPlaywrightReport({})).toEqual({ passed: 0, failed: 0, skipped: [], times: [] });
});

test("the longest tests of both reports are listed first", () => {
  const times = [...readVitestReport(vitest).times, ...readPlaywrightReport(playwright).times];
  expect(formatSlowest(times, 3)).toBe("    9.0 s  a nested one\n    2.5 s  a repeated one\n    0.0 s  a short one");
});

test("each skipped test is listed with its reason", () => {
  const skipped = [...readVitestReport(vitest).skipped, ...readPlaywrightReport(playwright).skipped];
  expect(formatSkipped(skipped).split("\n")).toEqual([
    "  a full disk (needs root) stops nothing: needs root",
    "  a forgotten one: no reason is given",
    "  an engine's: not installed: Firefox",
  ]);
});

test("the pages of failed tests are read from the report of nested suites", () => {
  const path = join(mkdtempSync(join(tmpdir(), "snapshots-")), "error-context.md");
  writeFileSync(path, '# Error details\n\nx\n\n# Page snapshot\n\n```yaml\n- button "Role: Viewer"\n```\n\n# Test source\n');
  const attachments = [
    { name: "error-context", path },
    { name: "error-context", path: `${path}.missing` },
    { name: "screenshot", path },
  ];
  const failed = { title: "fails", tests: [{ results: [{ attachments }] }] };
  const passed = { title: "passes", tests: [{ results: [{}] }] };
  const report = { suites: [{ suites: [{ specs: [failed, passed] }] }] };
  expect(readPageSnapshots(report)).toEqual([{ title: "fails", snapshot: '- button "Role: Viewer"' }]);
});
