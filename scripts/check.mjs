// `npm run check`: types, style, who imports whom, dead code, rules without tests, documents out of date.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePackages, ROOT, runTool } from "./project.mjs";

const CHECKS = {
  types: () => tool("tsc", ["-b"]),
  "lint and format": () => tool("biome", ["ci", "--colors=off", "--error-on-warnings", "."]),
  "who imports whom": () =>
    tool("depcruise", ["--config", ".dependency-cruiser.cjs", "app", "workers", "db", "scripts", "tests"]),
  "dead code": () => tool("knip", ["--no-progress"]),
  "rules have tests": rulesHaveTests,
  "documents are current": () => tool("tsx", ["scripts/function-docs.ts", "--check"]),
  "the lock file is whole": lockIsWhole,
};

/** Runs all checks and tells of each: how many passed, how many failed. */
export function check() {
  ensurePackages();
  const outcome = { passed: 0, failed: 0 };
  for (const [name, run] of Object.entries(CHECKS)) {
    const complaint = run();
    if (complaint === null) outcome.passed += 1;
    else outcome.failed += 1;
    console.log(`${complaint === null ? "✓" : "✗"} ${name}`);
    if (complaint) console.log(complaint);
  }
  return outcome;
}

function tool(name, args) {
  const { status, output } = runTool(name, args, { capture: true });
  return status === 0 ? null : output;
}

/** Each rule of the domain has a test whose title begins with its id, and no test cites a rule that is not there. */
function rulesHaveTests() {
  const spec = readFileSync(join(ROOT, "app/domain/SPEC.md"), "utf8");
  const rules = new Set([...spec.matchAll(/^- \*\*([A-Z]{2}\d+)\*\*/gm)].map(([, id]) => id));
  const cited = new Set();
  for (const file of filesBelow("tests", /\.(test|spec)\.ts$/)) {
    for (const [, id] of readFileSync(file, "utf8").matchAll(/(?:it|test)(?:\.each\([\s\S]*?\))?\(\s*["'`]([A-Z]{2}\d+) /g))
      cited.add(id);
  }
  const untested = [...rules].filter((id) => !cited.has(id));
  const unknown = [...cited].filter((id) => !rules.has(id));
  if (untested.length + unknown.length === 0) return null;
  return `rules without a test: ${untested.join(" ") || "none"}\ntests of no rule: ${unknown.join(" ") || "none"}`;
}

/** npm leaves out platform packages that a registry could not give, and then refuses its own lock file elsewhere. */
function lockIsWhole() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `${path || "."} wants ${name}`),
  );
  return missing.length === 0 ? null : missing.join("\n");
}

function isLocked(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    if (packages[`${at ? `${at}/` : ""}node_modules/${name}`]) return true;
    if (!at) return false;
    if (!at.includes("/node_modules/")) at = "";
  }
}

function filesBelow(folder, pattern) {
  const full = join(ROOT, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { recursive: true, encoding: "utf8" })
    .filter((name) => pattern.test(name))
    .map((name) => join(full, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(check().failed === 0 ? 0 : 1);
