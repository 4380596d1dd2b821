// `npm run bench:calibration`: the delays that a microphone finds in simulated rooms, beside the goals. ROOMS=100 for more of them.
import { percentile } from "#tests/support/percentile.ts";
import { type Outcome, simulateCalibration } from "./simulate-calibration.ts";

const ROOMS = Number(process.env.ROOMS ?? 20);
const RT60S_SEC = [0.2, 0.4, 0.6, 0.8];
const SNRS_DB = [30, 20, 10, 5];
const OCCLUDED_DB = [6, 12];
const GOALS_MS: ReadonlyMap<number, number> = new Map([
  [20, 2],
  [10, 5],
]);
const COLUMNS = [8, 8, 8, 8, 8, 12, 8, 9, 10, 10, 8];

const row = (name: string, values: readonly string[]) =>
  `  ${name.padEnd(26)}${values.map((value, i) => value.padStart(COLUMNS[i] ?? 8)).join("")}`;

/** The rooms of one kind: half of them at each sample rate, with clocks that differ both ways. */
async function simulateRooms(rt60Sec: number, occludedDb: number | null): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let room = 0; room < ROOMS; room++) {
    const sampleRate = room % 2 === 0 ? 48_000 : 44_100;
    const ppm = room % 4 < 2 ? 100 : -100;
    const seed = 1000 * rt60Sec + 10_000 * (occludedDb ?? 0) + room;
    outcomes.push(...(await simulateCalibration({ seed, rt60Sec, sampleRate, ppm, occludedDb, snrDbs: SNRS_DB })));
  }
  return outcomes;
}

function formatOutcomes(name: string, outcomes: readonly Outcome[], goalMs: number | undefined): string {
  const measured = outcomes.flatMap(({ delay, trueMs }) =>
    "delayMs" in delay ? [{ errorMs: Math.abs(delay.delayMs - trueMs), boundMs: delay.boundMs }] : [],
  );
  const errorsMs = measured.map(({ errorMs }) => errorMs);
  const refused = (reason: string) =>
    String(outcomes.filter(({ delay }) => "reason" in delay && delay.reason === reason).length);
  return row(name, [
    String(outcomes.length),
    percentile(errorsMs, 0.5).toFixed(3),
    percentile(errorsMs, 0.95).toFixed(3),
    Math.max(...errorsMs).toFixed(3),
    goalMs === undefined ? "–" : String(goalMs),
    percentile(
      measured.map(({ boundMs }) => boundMs),
      0.5,
    ).toFixed(2),
    String(measured.filter(({ errorMs, boundMs }) => errorMs > boundMs).length),
    refused("too-quiet"),
    refused("too-much-echo"),
    refused("unsteady"),
    refused("listener-quiet"),
  ]);
}

const HEADER = ["runs", "p50", "p95", "max", "goal", "bound p50", "beyond", "quiet", "echo", "unsteady", "own"];

function printTable(title: string, all: readonly Outcome[], rows: ReadonlyMap<string, readonly Outcome[]>): void {
  console.log(`\n  ${title}\n${row("signal to noise", HEADER)}`);
  for (const snrDb of SNRS_DB) {
    const at = all.filter((outcome) => outcome.snrDb === snrDb);
    console.log(formatOutcomes(`${snrDb} dB`, at, GOALS_MS.get(snrDb)));
  }
  for (const [name, outcomes] of rows) console.log(formatOutcomes(name, outcomes, undefined));
}

console.log(`
  Errors of measured delays in ms: image sources and a fading tail, loudspeakers and microphones with a limited band and resonances,
  44.1 and 48 kHz, clocks that differ by 100 ppm, noise in the band of the chirp. ${ROOMS} rooms for each reverberation time.
  Beyond: errors larger than their bound. The last four columns: refused, by reason (own: the listening device was not found).`);
const startedMs = performance.now();
const clear = new Map<string, readonly Outcome[]>();
for (const rt60Sec of RT60S_SEC) clear.set(`RT60 ${rt60Sec} s, all of them`, await simulateRooms(rt60Sec, null));
printTable("Nothing between the devices", [...clear.values()].flat(), clear);
for (const occludedDb of OCCLUDED_DB) {
  const outcomes = await simulateRooms(0.6, occludedDb);
  printTable(`The direct path ${occludedDb} dB below the strongest echo, RT60 0.6 s`, outcomes, new Map());
}
console.log(`\n  ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`);
