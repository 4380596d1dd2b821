import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { activeSoundChecks, addSoundCheck, removeSoundCheck } from "#app/app-state/sound-checks.ts";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { MetronomeRun } from "#app/features/devices/metronome-run.ts";
import { createFakeConnection, createFakeDevices, createFakeEngine } from "../../support/fake-room.ts";

const CHECK: SoundCheck = { id: "m", sound: "beat", startMs: 11_500, periodMs: 500, count: 240, silentUntilMs: 131_500 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  for (const { id } of activeSoundChecks.get()) removeSoundCheck(id);
});

function createRun(replies: (ErrorCode | null)[] = []) {
  const connection = createFakeConnection();
  const devices = createFakeDevices([], replies);
  const engine = createFakeEngine();
  const run = new MetronomeRun({ connection, devices, engine });
  return { connection, devices, engine, run };
}

it("a metronome that was started here is stopped by its id", async () => {
  const { devices, engine, run } = createRun();
  const starting = run.start([]);
  expect(run.state.get()).toEqual({ status: "starting" });
  const own = { ...CHECK, id: `${devices.ids[0]}` };
  addSoundCheck(own);
  addSoundCheck({ ...CHECK, sound: "click" });
  await starting;
  expect(run.state.get()).toEqual({ status: "playing", check: own, isOwn: true });
  run.stop();
  expect(devices.requests).toEqual([
    { type: "metronome", deviceIds: [] },
    { type: "stop", id: own.id },
  ]);
  expect(run.state.get()).toEqual({ status: "off" });
  // without the room
  expect(engine.values("endSoundCheck")).toEqual([own.id]);
  expect(activeSoundChecks.get()).toHaveLength(1);
});

it("on a device that does not play it, the metronome has the id of the request", async () => {
  const { devices, run } = createRun();
  await run.start([]);
  expect(run.state.get()).toEqual({ status: "playing", check: null, isOwn: true });
  run.stop();
  expect(devices.requests[1]).toEqual({ type: "stop", id: devices.ids[0] });
});

it("a metronome of another device is shown, also if it plays already, and cannot be stopped here", () => {
  addSoundCheck({ ...CHECK, id: "c", sound: "chirp" });
  expect(createRun().run.state.get()).toEqual({ status: "off" });
  addSoundCheck(CHECK);
  const { devices, run } = createRun();
  expect(run.state.get()).toEqual({ status: "playing", check: CHECK, isOwn: false });
  run.stop();
  expect(devices.requests).toEqual([]);
  removeSoundCheck("m");
  expect(run.state.get()).toEqual({ status: "off" });
});

it("after the end of its own metronome, that of another device is shown", async () => {
  const { devices, run } = createRun();
  addSoundCheck(CHECK);
  const starting = run.start([]);
  const own = { ...CHECK, id: `${devices.ids[0]}` };
  addSoundCheck(own);
  await starting;
  expect(run.state.get()).toEqual({ status: "playing", check: own, isOwn: true });
  removeSoundCheck(own.id);
  expect(run.state.get()).toEqual({ status: "playing", check: CHECK, isOwn: false });
});

it("on a device that does not play it, it ends after its last beat or when the room ends it", async () => {
  const { connection, devices, run } = createRun();
  await run.start([]);
  vi.advanceTimersByTime(121_400);
  expect(run.state.get().status).toBe("playing");
  vi.advanceTimersByTime(200);
  expect(run.state.get().status).toBe("off");
  await run.start([]);
  connection.receive({ type: "sound-check-end", id: `${devices.ids[1]}` });
  expect(run.state.get().status).toBe("off");
});

it("a refusal is shown", async () => {
  const { run } = createRun(["forbidden"]);
  await run.start([]);
  expect(run.state.get()).toEqual({ status: "failed", reason: "forbidden" });
});

it("it ends with the connection of its starter", async () => {
  const { connection, run } = createRun();
  await run.start([]);
  connection.setConnection("reconnecting");
  expect(run.state.get()).toEqual({ status: "off" });
  run.close();
  expect(connection.listenerCount()).toBe(0);
});
