// `npm run check`: the static checks.
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ensurePackages, startTool } from "./project.mjs";

const SOURCES = ["app", "workers", "db", "scripts", "service-worker", "tests"];

/** Each check returns what is wrong, or null. Checks that need packages are loaded when they run. */
const CHECKS = {
  types: () => runCheckTool("tsc", ["-b"]),
  "lint and format": () => runCheckTool("biome", ["ci", "--colors=off", "--error-on-warnings", "."]),
  "import rules": () => runCheckTool("depcruise", ["--config", ".dependency-cruiser.cjs", ...SOURCES]),
  "dead code": () => runCheckTool("knip", ["--no-progress"]),
  "every domain rule has a test": async () => (await import("./checks/rule-tests.mjs")).findUntestedRules(),
  "plain words": async () => (await import("./checks/banned-words.mjs")).findBannedWords(),
  "every schema has maximum sizes": async () => (await import("./checks/schema-sizes.mjs")).findUnboundedSchemas(),
  "function length": async () => (await import("./checks/function-length.mjs")).findLongFunctions(),
  "functions.md is up to date": () => runCheckTool("tsx", ["scripts/function-docs.ts", "--check"]),
  "limits.md is up to date": () => runCheckTool("tsx", ["scripts/limits-docs.ts", "--check"]),
  "the first pages are small": async () => (await import("./checks/page-sizes.mjs")).findLargePages(),
  "the lock file is complete": async () => (await import("./checks/lock-file.mjs")).findMissingPackages(),
};

/** Runs all checks at the same time, and prints their results in order. Returns how many passed and failed. */
export async function check() {
  ensurePackages();
  const outcome = { passed: 0, failed: 0 };
  const checks = Object.entries(CHECKS).map(async ([name, run]) => ({ name, problems: await run() }));
  for (const { name, problems } of await Promise.all(checks)) {
    if (problems === null) outcome.passed += 1;
    else outcome.failed += 1;
    console.log(`${problems === null ? "✓" : "✗"} ${name}`);
    if (problems) console.log(problems);
  }
  return outcome;
}

/** Resolves with the tool's output if it fails, otherwise with null. */
async function runCheckTool(name, args) {
  const child = startTool(name, args, { stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  const [status] = await once(child, "close");
  return status === 0 ? null : Buffer.concat(output).toString();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await check();
  process.exit(failed === 0 ? 0 : 1);
}
