// `npm test`: everything that must hold, on a fresh machine too. Ends with the line `N passed, N failed`.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CACHE, ensureBuild, ensureChromium, ensurePackages, runTool } from "./project.mjs";

ensurePackages();
const chromium = ensureChromium();
ensureBuild();
const { check } = await import("./check.mjs");

const outcomes = [
  stage("check", check),
  stage("unit, simulation and worker tests", vitest),
  stage("browser tests", () => browser("tests")),
  stage("browser tests that listen", () => browser("sound")),
];
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function stage(name, run) {
  console.log(`\n— ${name}`);
  const startedMs = Date.now();
  const outcome = run();
  console.log(
    `— ${name}: ${outcome.passed} passed, ${outcome.failed} failed in ${Math.round((Date.now() - startedMs) / 1000)} s`,
  );
  return outcome;
}

function vitest() {
  const file = report("vitest.json");
  const { status } = runTool("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`]);
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(file);
  return { passed: numPassedTests, failed: atLeastOneIf(status !== 0, numFailedTests) };
}

function browser(project) {
  const file = report(`playwright-${project}.json`);
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const { status } = runTool("playwright", ["test", `--project=${project}`, "--reporter=list,json"], { env });
  const { stats } = readReport(file);
  const { expected = 0, flaky = 0, unexpected = 0 } = stats ?? {};
  return { passed: expected + flaky, failed: atLeastOneIf(status !== 0, unexpected) };
}

/** A stage that failed without a failed test has failed all the same. */
function atLeastOneIf(hasFailed, count) {
  return hasFailed ? Math.max(1, count) : count;
}

function report(name) {
  const file = join(CACHE, name);
  rmSync(file, { force: true });
  return file;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}
