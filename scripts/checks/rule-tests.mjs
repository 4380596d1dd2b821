// Compares the rules of app/domain/SPEC.md with the rule ids at the start of test titles.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#scripts/project.mjs";
import { listProjectFiles } from "./project-files.mjs";

const RULE = /^- \*\*([A-Z]{2}\d+)\*\*/gm;
const TEST_FILE = /^tests\/.*\.(test|spec)\.ts$/;
const TITLE_WITH_RULE = /(?:it|test)(?:\.each\([\s\S]*?\))?\(\s*["'`]([A-Z]{2}\d+) /g;

/** Rules without a test, ids of several rules, and rule ids in tests that the specification does not have; null if there are none. */
export function findUntestedRules() {
  const ids = findIds("app/domain/SPEC.md", RULE);
  const rules = new Set(ids);
  const tested = new Set(
    listProjectFiles()
      .filter((file) => TEST_FILE.test(file))
      .flatMap((file) => findIds(file, TITLE_WITH_RULE)),
  );
  const untested = [...rules].filter((id) => !tested.has(id));
  const unknown = [...tested].filter((id) => !rules.has(id));
  const repeated = ids.filter((id, i) => ids.indexOf(id) < i);
  if (untested.length + unknown.length + repeated.length === 0) return null;
  return [
    `rules without a test: ${untested.join(" ") || "none"}`,
    `unknown rules in tests: ${unknown.join(" ") || "none"}`,
    `ids of several rules: ${repeated.join(" ") || "none"}`,
  ].join("\n");
}

function findIds(file, pattern) {
  return Array.from(readFileSync(join(ROOT, file), "utf8").matchAll(pattern), ([, id]) => id);
}
