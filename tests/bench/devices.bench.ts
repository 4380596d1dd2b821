import type { SpeakerRole } from "#app/domain/devices/device.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { test } from "#tests/e2e/test.ts";
import { ENGINE_TITLES, ENGINES } from "#tests/engines/engine-browser.ts";
import { cpuSharesBetween, formatCpuShares, readCpuTime } from "#tests/sound-card/cpu-time.ts";
import { type CalibrationFigure, measureCalibrations } from "./devices/calibration.ts";
import { measureCrossfade } from "./devices/crossfade.ts";
import { measureRecoveries } from "./devices/recovery.ts";
import { measureRoles } from "./devices/roles.ts";

/** `ONLY=roles,crossfade DELAYS=6 SEED=7 npm run bench:devices` measures a part, with other delays. */
const ONLY = process.env.ONLY?.split(",");
const DELAYS = Number(process.env.DELAYS ?? 20);
const SEED = Number(process.env.SEED ?? 1);
const LARGEST_DELAY_MS = 350;
const MEASURED_AT_ONCE = 2;
/** As long as the buffers of the sound server last. */
const STALL_MS = 15;
const GOALS = { crosstalkDb: -40, differenceDb: -40, alignmentMs: 0.5, powerDb: 1, foundMs: 2, afterMs: 2, recoveryMs: 2000 };
const ROLES: readonly (readonly SpeakerRole[])[] = [
  ["all", "all"],
  ["all", "left", "right"],
  ["all", "low", "high"],
  ["all", "mono"],
];

const isChosen = (name: string) => !ONLY || ONLY.includes(name);
const lines: string[] = [];
const add = (line: string) => {
  lines.push(line);
  console.log(line);
};
const verdict = (isMet: boolean) => (isMet ? "met" : "MISSED");
const ms = (value: number | null) => (value === null ? "–" : `${value.toFixed(2)} ms`);

test.afterAll(() => console.log(`\n${lines.join("\n")}`));

if (isChosen("roles")) {
  for (const roles of ROLES) {
    test(`roles ${roles.join(", ")}`, async ({ request, baseURL }) => {
      const cpu = readCpuTime();
      const { delaysMs, crosstalkDb, differenceDb } = await measureRoles({ request, baseURL }, roles);
      const machine = formatCpuShares(cpuSharesBetween(cpu, readCpuTime()));
      for (const [device, role] of roles.entries()) {
        if (device === 0) continue;
        const lag = delaysMs[device] ?? Number.NaN;
        const isAligned = Math.abs(lag) <= GOALS.alignmentMs;
        add(`  ${role} after all: ${ms(lag)} (goal ${GOALS.alignmentMs} ms, ${verdict(isAligned)}); ${machine}`);
        const crosstalk = crosstalkDb[device] ?? null;
        if (crosstalk === null) continue;
        const isQuiet = crosstalk <= GOALS.crosstalkDb;
        add(`  ${role}: the other channel at ${crosstalk.toFixed(1)} dB (goal ${GOALS.crosstalkDb} dB, ${verdict(isQuiet)})`);
      }
      if (differenceDb === null) return;
      const isSame = differenceDb <= GOALS.differenceDb;
      add(`  low + high - all: ${differenceDb.toFixed(1)} dB (goal ${GOALS.differenceDb} dB, ${verdict(isSame)})`);
    });
  }
}

if (isChosen("crossfade")) {
  test("a crossfade", async ({ request, baseURL }) => {
    const cpu = readCpuTime();
    const { during, before, powerDb, lengthSec } = await measureCrossfade({ request, baseURL });
    const machine = formatCpuShares(cpuSharesBetween(cpu, readCpuTime()));
    const isAligned = Math.abs(during.medianMs) <= GOALS.alignmentMs;
    const isEven = Math.max(-powerDb.least, powerDb.most) <= GOALS.powerDb;
    const counts = `${during.clicks} clicks, before it ${ms(before.medianMs)} over ${before.clicks} clicks`;
    add(
      `  crossfade of ${lengthSec.toFixed(1)} s: devices apart by ${ms(during.medianMs)}, at most ${ms(during.maxMs)}; ${counts}`,
    );
    add(`  alignment (goal ${GOALS.alignmentMs} ms): ${verdict(isAligned)}; ${machine}`);
    const range = `${powerDb.least.toFixed(2)} to ${powerDb.most.toFixed(2)} dB`;
    add(`  power of the sum: ${range} (goal within ${GOALS.powerDb} dB: ${verdict(isEven)})`);
  });
}

if (isChosen("recovery")) {
  for (const engine of ENGINES) {
    test(`recoveries in ${ENGINE_TITLES[engine]}`, async ({ request, baseURL }) => {
      const cpu = readCpuTime();
      await measureRecoveries({ request, baseURL }, engine, ({ name, silentMs, soundMs, syncMs, shiftMs, log }) => {
        const isBack = syncMs !== null && syncMs <= GOALS.recoveryMs;
        add(
          `  ${ENGINE_TITLES[engine]} after ${name} (no click for ${ms(silentMs)}): sound ${ms(soundMs)}, in sync ${ms(syncMs)} (goal ${GOALS.recoveryMs} ms, ${verdict(isBack)})`,
        );
        add(`    later than before by ${ms(shiftMs.first)} at first, ${ms(shiftMs.last)} at the end; log: ${log.join("; ")}`);
      });
      add(`  ${formatCpuShares(cpuSharesBetween(cpu, readCpuTime()))}`);
    });
  }
}

if (isChosen("calibration")) {
  test("calibrations", async ({ request, baseURL }) => {
    const cpu = readCpuTime();
    const figures: CalibrationFigure[] = [];
    await measureCalibrations({ request, baseURL }, choosePlacements(), (measured) => {
      for (const figure of measured) {
        figures.push(figure);
        const error = figure.foundMs === null ? figure.text.replace(/\s+/g, " ") : ms(figure.foundMs - figure.trueMs);
        add(
          `  delay ${ms(figure.trueMs)}, found ${ms(figure.foundMs)}, error ${error}, afterwards ${ms(figure.afterMs)} apart`,
        );
        if ((figure.stallMs ?? 0) > STALL_MS) add(`    the machine stood still for ${ms(figure.stallMs)}`);
        for (const refusal of figure.refusals) add(`    refused before, and measured again: ${refusal.replace(/\s+/g, " ")}`);
      }
    });
    const found = figures.filter(({ foundMs, trueMs }) => foundMs !== null && Math.abs(foundMs - trueMs) <= GOALS.foundMs);
    const after = figures.filter(({ afterMs }) => afterMs !== null && Math.abs(afterMs) <= GOALS.afterMs);
    const all = figures.length;
    add(`  found within ${GOALS.foundMs} ms: ${found.length} of ${all}: ${verdict(found.length === all)}`);
    add(`  afterwards within ${GOALS.afterMs} ms: ${after.length} of ${all}: ${verdict(after.length === all)}`);
    add(`  ${formatCpuShares(cpuSharesBetween(cpu, readCpuTime()))}, SEED=${SEED}`);
  });
}

/** Random delays between 0 and 350 ms, two for each measurement. */
function choosePlacements(): readonly (readonly number[])[] {
  const random = seededRandom(SEED);
  return Array.from({ length: Math.ceil(DELAYS / MEASURED_AT_ONCE) }, () =>
    Array.from({ length: MEASURED_AT_ONCE }, () => Math.round(random() * LARGEST_DELAY_MS * 10) / 10),
  );
}
