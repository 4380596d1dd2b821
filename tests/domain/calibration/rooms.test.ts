import { describe, expect, it } from "vitest";
import { type Case, type Outcome, simulateCalibration } from "#tests/bench/calibration/simulate-calibration.ts";

const ROOM: Case = { seed: 1, rt60Sec: 0.4, sampleRate: 48_000, ppm: 100, occludedDb: null, snrDbs: [20] };

async function simulate(options: Partial<Case>): Promise<Outcome> {
  const [outcome] = await simulateCalibration({ ...ROOM, ...options });
  if (!outcome) throw new Error("nothing was simulated");
  return outcome;
}

function errorOf({ delay, trueMs }: Outcome) {
  if ("reason" in delay) throw new Error(delay.reason);
  return { errorMs: Math.abs(delay.delayMs - trueMs), boundMs: delay.boundMs };
}

describe("a calibration in a simulated room", () => {
  it.each([
    { seed: 1, rt60Sec: 0.2, sampleRate: 44_100, ppm: -100 },
    { seed: 2, rt60Sec: 0.4, sampleRate: 48_000, ppm: 100 },
    { seed: 3, rt60Sec: 0.8, sampleRate: 44_100, ppm: 100 },
  ])("finds the delay within 0.2 ms and its bound, RT60 $rt60Sec s", async (options) => {
    const { errorMs, boundMs } = errorOf(await simulate(options));
    expect(errorMs).toBeLessThan(0.2);
    expect(errorMs).toBeLessThan(boundMs);
    expect(boundMs).toBeLessThan(2);
  });

  it("finds the direct path below the echoes", async () => {
    expect(errorOf(await simulate({ seed: 4, occludedDb: 12 })).errorMs).toBeLessThan(0.2);
  });

  it.each([
    [0.35, 0],
    [0, 0.35],
    [0.3, 0.3],
  ])("finds it if the listening device is late by %d s and the other one by %d s", async (ownLateSec, lateSec) => {
    expect(errorOf(await simulate({ seed: 5, ownLateSec, lateSec })).errorMs).toBeLessThan(0.2);
  });

  it("finds it though the input jumps by 3 ms after the first sound", async () => {
    const jump = { atSec: 2.2, ms: 3 };
    expect(errorOf(await simulate({ seed: 6, ownLateSec: 0, lateSec: 0.1, jump })).errorMs).toBeLessThan(0.2);
  });

  it("finds nothing in noise that is far louder", async () => {
    expect((await simulate({ seed: 7, snrDbs: [-25] })).delay).toMatchObject({ reason: expect.stringMatching(/quiet/) });
  });
});
