import { expect, it } from "vitest";
import { INITIAL_STATUS } from "#app/audio/engine-status.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { findTrouble } from "#app/features/devices/device-engine.ts";
import { type DeviceMoment, toDeviceHealth } from "#app/features/devices/device-health.ts";

const MOMENT: DeviceMoment = {
  name: "Kitchen",
  kind: "computer",
  settings: { role: "low", volume: 0.5, isMuted: true },
  delayMs: 120,
  outputName: "Laptop",
  status: INITIAL_STATUS,
  playback: null,
  serverNowMs: null,
  trouble: null,
  nowMs: 50_000,
};

it("a device that plays nothing reports its settings only", () => {
  expect(toDeviceHealth(MOMENT)).toEqual({
    ...{ name: "Kitchen", kind: "computer", role: "low", volume: 0.5, isMuted: true, delayMs: 120, outputName: "Laptop" },
    ...{ sound: "locked", isSettling: false, isInSync: null, errorMs: null, boundMs: null, roundTripMs: null, bufferMs: null },
    ...{ outputLatencyMs: null, trouble: null },
  });
});

it("a sound that has just started is reported as settling", () => {
  const status = { ...INITIAL_STATUS, sound: "on" as const, isSettling: true };
  expect(toDeviceHealth({ ...MOMENT, status })).toMatchObject({ sound: "on", isSettling: true });
});

it("the buffer is what is ready beyond the room's position", () => {
  const playback = { status: "playing", entryId: "e" as EntryId, positionMs: 5000, anchorMs: 1000 } as const;
  const status = { ...INITIAL_STATUS, bufferedToMs: 30_000 };
  expect(toDeviceHealth({ ...MOMENT, status, playback, serverNowMs: 3000 }).bufferMs).toBe(23_000);
});

it("the error comes with its bound, and a latency that the browser does not know is left out", () => {
  const status = {
    ...INITIAL_STATUS,
    syncState: "uncertain" as const,
    errorMs: -2,
    uncertainty: { clockMs: 1, pathMs: 8, outputMs: 4 },
    output: { latencyMs: 20, isLatencyKnown: false },
  };
  expect(toDeviceHealth({ ...MOMENT, status })).toMatchObject({
    isInSync: false,
    errorMs: -2,
    boundMs: 13,
    outputLatencyMs: null,
  });
});

it("the latest trouble in the log counts", () => {
  const log = [
    { atMs: 1, kind: "jump" },
    { atMs: 40_000, kind: "asleep" },
    { atMs: 45_000, kind: "sound-on" },
  ];
  expect(findTrouble(log)).toEqual({ kind: "asleep", atMs: 40_000 });
  expect(findTrouble([])).toBeNull();
  expect(toDeviceHealth({ ...MOMENT, trouble: findTrouble(log) }).trouble).toEqual({ kind: "asleep", agoMs: 10_000 });
  expect(toDeviceHealth({ ...MOMENT, nowMs: 100_000_000, trouble: findTrouble(log) }).trouble).toBeNull();
});
