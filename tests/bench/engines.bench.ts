import { test } from "#tests/e2e/test.ts";
import { ENGINES } from "#tests/engines/engine-browser.ts";
import { skipWithoutEngines } from "#tests/engines/skip-without-engines.ts";
import { formatDeviceComparison } from "#tests/sound-card/compare-devices.ts";
import { formatCpuShares } from "#tests/sound-card/cpu-time.ts";
import { startMachineWatch } from "#tests/sound-card/machine-watch.ts";
import type { BenchServer } from "./engines/bench-room.ts";
import { FORMATS_SCENARIO, playFormats, playFormatsSlowly, SLOW_FORMATS_SCENARIO } from "./engines/formats.ts";
import { formatReport, type ReportRow, writeReport } from "./engines/report.ts";
import { type Run, runScenario } from "./engines/run-scenario.ts";
import { type Goal, SCENARIOS, type Scenario } from "./engines/scenario.ts";

/** `ONLY=seek,next RUNS=1 SECONDS=30 WRITE=1 npm run bench:engines` writes the rows of these scenarios to BENCH.md. */
const RUNS = Number(process.env.RUNS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 60);
const ONLY = process.env.ONLY?.split(",");
const isChosen = (name: string) => !ONLY || ONLY.includes(name);
/** A run on a machine from which more time was withheld is not believed. */
const STEAL_MAX_PERCENT = 2;
/** Nor is one in which the machine stood still for as long as the sound server's buffers last. */
const STALL_MAX_MS = 15;
const REPEATS_MAX = 4;

const rows: ReportRow[] = [];
const versions = new Set<string>();

test.afterAll(() => {
  if (rows.length === 0) return;
  const names = [...versions].sort();
  console.log(`\n${formatReport(rows, names)}`);
  if (process.env.WRITE) writeReport(rows, names);
});

for (const scenario of SCENARIOS.filter(({ name }) => isChosen(name))) {
  test(scenario.title, async ({ request, baseURL }) => {
    skipWithoutEngines(scenario.engines);
    const runs = await takeRuns(scenario, { request, baseURL: baseURL ?? "" });
    if (runs.length === 0) throw new Error("nothing was measured: in each run, the hypervisor withheld time");
    for (const goal of scenario.goals) rows.push(toRow(scenario, goal, runs));
  });
}

if (isChosen(FORMATS_SCENARIO)) {
  for (const engine of ENGINES) {
    test(`all formats in ${engine}`, async ({ request, baseURL }) => {
      skipWithoutEngines([engine]);
      rows.push(await playFormats(engine, { request, baseURL: baseURL ?? "" }));
    });
  }
}

if (isChosen(SLOW_FORMATS_SCENARIO)) {
  test("all formats in Chromium, with a slow processor", async ({ request, baseURL }) => {
    skipWithoutEngines(["chromium"]);
    rows.push(await playFormatsSlowly({ request, baseURL: baseURL ?? "" }));
  });
}

/** Runs that can be believed. A run for which the machine stood still is repeated a few times, and said so. */
async function takeRuns(scenario: Scenario, server: BenchServer): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (let repeats = 0; runs.length < RUNS; ) {
    const watch = startMachineWatch();
    const run = await runScenario(scenario, server, SECONDS);
    const stallMs = await watch.stop();
    for (const version of run.versions) versions.add(version);
    const isBelieved = run.cpu.stealPercent < STEAL_MAX_PERCENT && (stallMs ?? 0) < STALL_MAX_MS;
    const stall =
      stallMs === null ? "stalls of the machine not measured" : `the machine stood still for ${stallMs.toFixed(0)} ms`;
    const note = `, ${stall}${isBelieved ? "" : "; not believed"}`;
    const { comparison, outsidePercent } = run.figures;
    const outside = `${outsidePercent.toFixed(0)} % outside of the shown bounds`;
    const figures = scenario.engines.length > 1 ? `${formatDeviceComparison(comparison)}, ${outside}` : "one device";
    console.log(`    ${scenario.name}: ${figures}; ${formatCpuShares(run.cpu)}${note}`);
    for (const fault of run.faults) console.log(`      ${fault}`);
    if (isBelieved) runs.push(run);
    else if (++repeats > REPEATS_MAX) break;
  }
  return runs;
}

/** A figure that is missing, because a device was silent, is the worst. */
function toRow(scenario: Scenario, goal: Goal, runs: readonly Run[]): ReportRow {
  const rank = (run: Run) => {
    const value = goal.read(run.figures);
    return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value;
  };
  const unit = goal.unit ? ` ${goal.unit}` : "";
  const [worst] = [...runs].sort((a, b) => rank(b) - rank(a));
  const value = worst ? rank(worst) : Number.NaN;
  const text = Number.isFinite(value) ? `${goal.unit ? value.toFixed(2) : value}${unit}` : "silent";
  return {
    scenario: scenario.title,
    goal: `${goal.name} ≤ ${goal.limit}${unit}`,
    worst: `${text} (${runs.length} runs)`,
    isMet: value <= goal.limit,
    machine: worst ? formatCpuShares(worst.cpu) : "",
  };
}
