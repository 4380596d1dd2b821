import { describe, expect, it } from "vitest";
import { type CalibrationArrival, estimateDelays } from "#app/domain/calibration/estimate-delays.ts";
import type { NoArrival } from "#app/domain/calibration/find-arrival.ts";
import { soundsOf } from "#app/domain/calibration/sound-window.ts";
import type { CalibrationPlan } from "#app/domain/devices/sound-check.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";

const [LISTENER, FIRST, SECOND] = ["listener", "first", "second"].map((id) => id as DeviceId) as [DeviceId, DeviceId, DeviceId];
const PLAN: CalibrationPlan = {
  id: "plan",
  slots: [LISTENER, FIRST, SECOND].map((deviceId, i) => ({ deviceId, startMs: 5_000_000 + 1000 * i })),
  periodMs: 3000,
  rounds: 3,
  lastMs: 5_009_000,
};
const BOUND_MS = 0.2;

type Recorded = {
  readonly late?: Readonly<Record<string, number>>;
  readonly ppm?: number;
  /** Adds to the arrival of a sound, ms. */
  readonly shiftMs?: (sound: { readonly deviceId: DeviceId; readonly round: number; readonly serverMs: number }) => number;
  readonly missing?: (sound: { readonly deviceId: DeviceId; readonly round: number }) => NoArrival | null;
};

/** The delays from a recording that began at some moment, with an input latency of 41 ms. */
function measure({ late = {}, ppm = 0, shiftMs = () => 0, missing = () => null }: Recorded) {
  const arrivals = soundsOf(PLAN).map((sound): CalibrationArrival => {
    const { deviceId, round, serverMs } = sound;
    const reason = missing(sound);
    const atMs = (serverMs + (late[deviceId] ?? 0) - 4_990_000) * (1 + ppm / 1e6) + 41 + shiftMs(sound);
    return { deviceId, round, arrival: reason ? fail(reason) : ok({ atSec: atMs / 1000, boundMs: BOUND_MS, snrDb: 20 }) };
  });
  return new Map(estimateDelays({ plan: PLAN, arrivals }).map((delay) => [delay.deviceId, delay]));
}

const delayOf = (delays: ReturnType<typeof measure>, deviceId = FIRST) => {
  const delay = delays.get(deviceId);
  return delay && "delayMs" in delay ? delay.delayMs : Number.NaN;
};
const reasonOf = (delays: ReturnType<typeof measure>, deviceId = FIRST) => {
  const delay = delays.get(deviceId);
  return delay && "reason" in delay ? delay.reason : null;
};

describe("the delays of a calibration", () => {
  it("are relative to the listening device, positive for a late one", () => {
    const delays = measure({ late: { [LISTENER]: 30, [FIRST]: 210, [SECOND]: 5 } });
    expect([...delays.keys()]).toEqual([FIRST, SECOND]);
    expect(delayOf(delays)).toBeCloseTo(180, 6);
    expect(delayOf(delays, SECOND)).toBeCloseTo(-25, 6);
  });

  it.each([100, -100, 400])("do not depend on the microphone's clock, which is off by %i ppm", (ppm) => {
    const delays = measure({ late: { [FIRST]: 210, [SECOND]: 340 }, ppm });
    expect(delayOf(delays)).toBeCloseTo(210, 0);
    expect(Math.abs(delayOf(delays) - 210)).toBeLessThan(0.1);
    expect(Math.abs(delayOf(delays, SECOND) - 340)).toBeLessThan(0.2);
  });

  it("leave out a round that differs from the others", () => {
    const delays = measure({
      late: { [FIRST]: 100 },
      shiftMs: ({ deviceId, round }) => (deviceId === FIRST && round === 0 ? 3 : 0),
    });
    expect(delayOf(delays)).toBeCloseTo(100, 6);
  });

  it("leave out the rounds in which the input jumped", () => {
    // between the first sound of the listening device and that of the first one
    const delays = measure({ late: { [FIRST]: 100 }, shiftMs: ({ serverMs }) => (serverMs < 5_000_500 ? -3 : 0) });
    expect(delayOf(delays)).toBeCloseTo(100, 6);
    expect(delayOf(delays, SECOND)).toBeCloseTo(0, 6);
  });

  it("leave out even a small jump, which would make the bound larger", () => {
    const delay = measure({ shiftMs: ({ serverMs }) => (serverMs < 5_000_500 ? -0.95 : 0) }).get(FIRST);
    expect(delay).toMatchObject({ delayMs: expect.closeTo(0, 6), boundMs: expect.closeTo(2 * BOUND_MS, 6) });
  });

  it("have a bound that contains all rounds that agree", () => {
    const delay = measure({ shiftMs: ({ deviceId, round }) => (deviceId === FIRST ? 0.3 * round : 0) }).get(FIRST);
    expect(delay).toMatchObject({ delayMs: expect.closeTo(0.3, 6), boundMs: expect.closeTo(2 * BOUND_MS + 0.3, 6) });
  });

  it("are unsteady if no two rounds agree within 1 ms", () => {
    const delays = measure({ shiftMs: ({ deviceId, round }) => (deviceId === FIRST ? 1.5 * round : 0) });
    expect(reasonOf(delays)).toBe("unsteady");
    expect(delayOf(delays, SECOND)).toBeCloseTo(0, 6);
  });

  it("are found from two rounds, and not from one", () => {
    const without = (rounds: readonly number[], reason: NoArrival) =>
      measure({ missing: ({ deviceId, round }) => (deviceId === FIRST && rounds.includes(round) ? reason : null) });
    expect(delayOf(without([1], "too-quiet"))).toBeCloseTo(0, 6);
    expect(reasonOf(without([0, 1], "too-quiet"))).toBe("too-quiet");
    expect(reasonOf(without([0, 2], "too-much-echo"))).toBe("too-much-echo");
  });

  it("are found without some of the listening device's own sounds", () => {
    const delays = measure({
      late: { [FIRST]: 50 },
      ppm: 80,
      missing: ({ deviceId, round }) => (deviceId === LISTENER && (round === 0 || round === 2) ? "too-quiet" : null),
    });
    expect(Math.abs(delayOf(delays) - 50)).toBeLessThan(0.1);
  });

  it("are unknown if the listening device was not found", () => {
    const delays = measure({ missing: ({ deviceId }) => (deviceId === LISTENER ? "too-quiet" : null) });
    expect(reasonOf(delays)).toBe("listener-quiet");
    expect(reasonOf(delays, SECOND)).toBe("listener-quiet");
  });

  it("are unsteady if the clock of the input is of no use", () => {
    expect(reasonOf(measure({ ppm: 5000 }))).toBe("unsteady");
  });
});
