// `npm test`: all checks and tests, also on a new machine. The last line is `N passed, N failed, N skipped`.
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureEngines } from "./engine-programs.mjs";
import { reservePorts } from "./free-port.mjs";
import { ensureSupysonic } from "./music-server.mjs";
import { CACHE, ensureBuild, ensurePackages, runTool, startTool } from "./project.mjs";
import { ensureProxies } from "./proxy-programs.mjs";
import { ensureChromium, ensureHeadlessShell } from "./system-programs.mjs";
import { formatSkipped, formatSlowest, readPageSnapshots, readPlaywrightReport, readVitestReport } from "./test-reports.mjs";

const SLOWEST = 10;
/**
 * The tests use ports from `E2E_PORT` on: the browser tests' server has the first, and the soak test and the attack the last four, with
 * an inspector each.
 */
const FIRST_PORT = 8788;
const PORTS = 44;
/** Longer than any stage takes on a machine that is busy with twice as much: a stage that hangs ends with an error. */
const STAGE_LIMIT_MS = 75 * 60 * 1000;

ensurePackages();
const chromium = ensureChromium();
ensureHeadlessShell();
ensureSupysonic();
ensureProxies();
ensureBuild();
process.env.E2E_PORT ??= String(await reservePorts(FIRST_PORT, PORTS));
const { check } = await import("./check.mjs");

const outcomes = [
  await runStage("static checks", check),
  // the Worker tests use one core
  ...(await runBeside(startSoakAndAttack(), () => runStage("unit, simulation and Worker tests", runVitest))),
  await runStage("browser tests", () => runPlaywright("tests")),
  await runStage("sound tests", () => runPlaywright("sound")),
  await runStage("engine tests", runEngines),
];
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
const skipped = outcomes.flatMap(({ skipped: ofStage = [] }) => ofStage);
const timed = outcomes.flatMap(({ times = [] }) => times);
console.log(`\nThe slowest ${SLOWEST} tests:\n${formatSlowest(timed, SLOWEST)}`);
if (skipped.length > 0) console.log(`\nSkipped:\n${formatSkipped(skipped)}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exit(failed === 0 ? 0 : 1);

async function runStage(name, run) {
  console.log(`\n— ${name}`);
  const startedMs = Date.now();
  const outcome = await run();
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  console.log(`— ${name}: ${outcome.passed} passed, ${outcome.failed} failed in ${seconds} s`);
  return outcome;
}

/** Runs a stage, and then waits for the tests that run beside it. */
async function runBeside(beside, run) {
  return [await run(), await runStage("soak test and attack", () => beside)];
}

/** A minute of `npm run soak`, and then of `npm run attack`. Resolves with their outcome; their output is printed when each has ended. */
async function startSoakAndAttack() {
  const soak = await startBeside("soak", { MINUTES: "1", PEOPLE: "4", SEED: "48" });
  // what it asserts does not depend on the speed of the machine
  const attack = await startBeside("attack", { MINUTES: "0.7", SCALE: "0.1", SEED: "47", TIMES: "0" });
  return { passed: soak.passed + attack.passed, failed: soak.failed + attack.failed };
}

async function startBeside(name, env) {
  const file = prepareReport(`${name}.log`);
  const output = openSync(file, "w");
  const stdio = ["ignore", output, output];
  const [status] = await once(startTool("tsx", [`tests/${name}/${name}.ts`], { env, stdio, limitMs: STAGE_LIMIT_MS }), "exit");
  closeSync(output);
  console.log(readFileSync(file, "utf8"));
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

async function runVitest() {
  const file = prepareReport("vitest.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  // the soak test and the attack go on meanwhile
  const [status] = await once(startTool("vitest", args, { limitMs: STAGE_LIMIT_MS }), "exit");
  const report = readVitestReport(readReport(file));
  return { ...report, failed: countFailures(status, report.failed) };
}

function runPlaywright(project) {
  const file = prepareReport(`playwright-${project}.json`);
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const args = ["test", `--project=${project}`, "--reporter=list,json", `--global-timeout=${STAGE_LIMIT_MS}`];
  const { status } = runTool("playwright", args, { env });
  const json = readReport(file);
  for (const { title, snapshot } of readPageSnapshots(json)) console.log(`\nThe page when "${title}" failed:\n${snapshot}`);
  const report = readPlaywrightReport(json);
  return { ...report, failed: countFailures(status, report.failed) };
}

/** Without an engine, its tests are skipped and say why. */
function runEngines() {
  ensureEngines();
  return runPlaywright("engines");
}

/** A stage that fails without a failed test, for example in a setup file, counts as one failure. */
function countFailures(status, failedTests) {
  return status === 0 ? failedTests : Math.max(1, failedTests);
}

/** The path of a report, without the report of an earlier run. */
function prepareReport(name) {
  const file = join(CACHE, name);
  rmSync(file, { force: true });
  return file;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}
