import { describe, expect, it } from "vitest";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import { scheduleCalibration, scheduleMetronome, scheduleTest } from "#app/domain/devices/sound-check-schedule.ts";
import type { DeviceId } from "#app/domain/ids.ts";

const start = { id: "check", nowMs: 100_000 };
const [listener, first, second] = ["listener", "first", "second"] as unknown as readonly [DeviceId, DeviceId, DeviceId];

describe("the schedule of test sounds", () => {
  it("DV10 starts after a lead that every message arrives in", () => {
    const startMs = start.nowMs + deviceLimits.soundLeadMs;
    expect(scheduleTest(start)).toEqual({ id: "check", sound: "click", startMs, periodMs: 700, count: 3, silentUntilMs: null });
    expect(scheduleMetronome(start)).toEqual({
      id: "check",
      sound: "beat",
      startMs,
      periodMs: 500,
      count: 240,
      silentUntilMs: startMs + 120_000,
    });
  });

  it("DV11 gives each device of a calibration 1.13 s in turn, three times, and the listener one at the end", () => {
    const { plan, checks, endMs } = scheduleCalibration(start, listener, [first, second]);
    expect(plan).toEqual({
      id: "check",
      slots: [
        { deviceId: listener, startMs: 101_500 },
        { deviceId: first, startMs: 102_630 },
        { deviceId: second, startMs: 103_760 },
      ],
      periodMs: 3390,
      rounds: 3,
      lastMs: 111_670,
    });
    const sounds = checks.flatMap(({ deviceId, check: { startMs, periodMs, count } }) =>
      Array.from({ length: count }, (_, k) => [startMs + k * periodMs, deviceId] as const),
    );
    const inOrder = sounds.sort(([a], [b]) => a - b);
    expect(inOrder.map(([, deviceId]) => deviceId)).toEqual([
      ...Array.from({ length: 3 }, () => [listener, first, second]).flat(),
      listener,
    ]);
    expect(inOrder.map(([atMs]) => atMs)).toEqual(Array.from({ length: 10 }, (_, k) => 101_500 + k * 1130));
    expect(endMs).toBe(113_100);
    for (const { check } of checks) expect(check).toMatchObject({ id: "check", sound: "chirp", silentUntilMs: endMs });
  });

  it("DV11 of the largest calibration takes about half a minute", () => {
    const others = Array.from({ length: deviceLimits.calibrated }, (_, k) => `device ${k}` as DeviceId);
    expect(scheduleCalibration(start, listener, others).endMs - start.nowMs).toBeLessThan(35_000);
  });
});
