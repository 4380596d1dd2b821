import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPageSnapshots } from "#scripts/page-snapshots.mjs";

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
