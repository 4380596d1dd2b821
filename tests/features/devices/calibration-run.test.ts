import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Measurement } from "#app/audio/calibration/measure-calibration.ts";
import type { Microphone, MicrophoneFailure } from "#app/audio/calibration/microphone.ts";
import type { DeviceDelay } from "#app/domain/calibration/estimate-delays.ts";
import type { CalibrationPlan } from "#app/domain/devices/sound-check.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";
import { createCalibrationRun } from "#app/features/devices/calibration-run.ts";
import { buildDevice, createFakeConnection, createFakeDevices, createFakeEngine } from "../../support/fake-room.ts";

const [OWN, A, B] = ["own" as DeviceId, "a" as DeviceId, "b" as DeviceId];
const PLAN: CalibrationPlan = {
  id: "plan",
  slots: [
    { deviceId: OWN, startMs: 1000 },
    { deviceId: A, startMs: 2000 },
    { deviceId: B, startMs: 3000 },
  ],
  periodMs: 3000,
  rounds: 3,
  lastMs: 10_000,
};
const FOUND: readonly DeviceDelay[] = [
  { deviceId: A, delayMs: 151.6, boundMs: 1.2 },
  { deviceId: B, reason: "too-quiet" },
];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Options = { readonly microphone?: MicrophoneFailure; readonly replies?: (ErrorCode | null)[] };

function createRun({ microphone, replies = [] }: Options = {}) {
  const connection = createFakeConnection();
  const devices = createFakeDevices([buildDevice("a", { delayMs: 20 }), buildDevice("b")], replies);
  const engine = createFakeEngine();
  let opened = 0;
  const open = async () => {
    if (microphone) return fail(microphone);
    opened += 1;
    // the measurement is the only one that reads it
    const close = () => {
      opened -= 1;
    };
    return ok({ close } as Microphone);
  };
  let measurement: Measurement | null = null;
  let finish: (delays: readonly DeviceDelay[] | null) => void = () => undefined;
  const measure = (started: Measurement) => {
    measurement = started;
    return new Promise<readonly DeviceDelay[] | null>((resolve) => {
      finish = resolve;
      started.signal?.addEventListener("abort", () => resolve(null));
    });
  };
  const run = createCalibrationRun({ connection, devices, engine, open, measure });
  return {
    ...{ connection, devices, engine, run },
    opened: () => opened,
    progress: (done: number) => measurement?.onSound?.({ done, total: 10 }),
    finish: (delays: readonly DeviceDelay[] | null) => finish(delays),
  };
}

/** A calibration that is listening, and the promise of its end. */
async function createListening(options?: Options) {
  const test = createRun(options);
  const ended = test.run.start([A, B]);
  await vi.advanceTimersByTimeAsync(0);
  const id = `${test.devices.ids[0]}`;
  test.connection.receive({ type: "calibration", plan: { ...PLAN, id: "of another request" } });
  test.connection.receive({ type: "calibration", plan: { ...PLAN, id } });
  await vi.advanceTimersByTimeAsync(0);
  return { ...test, ended, id };
}

it("each sound is shown while it plays, and the result is shown before it is applied", async () => {
  const { run, devices, progress, finish, ended, opened } = await createListening();
  expect(run.state.get()).toEqual({ status: "listening", done: 0, total: 10, deviceId: OWN });
  progress(4);
  expect(run.state.get()).toEqual({ status: "listening", done: 4, total: 10, deviceId: A });
  finish(FOUND);
  await ended;
  expect(run.state.get()).toEqual({
    status: "result",
    applied: "no",
    rows: [
      {
        status: "measured",
        deviceId: A,
        name: "device a",
        oldMs: 20,
        measuredMs: 151.6,
        boundMs: 1.2,
        newMs: 172,
        error: null,
      },
      { status: "unmeasured", deviceId: B, name: "device b", reason: "too-quiet" },
    ],
  });
  expect(devices.requests).toEqual([{ type: "calibrate", deviceIds: [A, B] }]);
  expect([opened(), devices.watchers()]).toEqual([0, 0]);
});

it("the delays are applied once and can be undone", async () => {
  const { run, devices, finish, ended } = await createListening();
  finish(FOUND);
  await ended;
  await run.undo();
  expect(devices.requests).toHaveLength(1);
  const applying = run.apply();
  run.cancel();
  await run.apply();
  await applying;
  expect(run.state.get()).toMatchObject({ status: "result", applied: "yes" });
  await run.undo();
  expect(run.state.get()).toMatchObject({ status: "result", applied: "undone" });
  expect(devices.requests.slice(1)).toEqual([
    { type: "change", deviceId: A, change: { delayMs: 172 } },
    { type: "change", deviceId: A, change: { delayMs: 20 } },
  ]);
});

it("a device that refuses its delay shows why, and undo leaves it alone", async () => {
  const { run, devices, finish, ended } = await createListening({ replies: [null, "forbidden"] });
  finish(FOUND);
  await ended;
  await run.apply();
  expect(run.state.get()).toMatchObject({ rows: [{ error: "forbidden" }, { reason: "too-quiet" }] });
  await run.undo();
  expect(devices.requests).toHaveLength(2);
});

it("a device that has left and a delay out of range are not applied", async () => {
  const { run, finish, ended } = await createListening();
  finish([
    { deviceId: A, delayMs: 490, boundMs: 1 },
    { deviceId: "gone" as DeviceId, delayMs: 5, boundMs: 1 },
  ]);
  await ended;
  expect(run.state.get()).toMatchObject({ rows: [{ reason: "out-of-range" }, { reason: "left", name: null }] });
});

it("a microphone that does not open says why, and nothing is requested", async () => {
  for (const microphone of ["denied", "missing", "failed"] as const) {
    const { run, devices } = createRun({ microphone });
    await run.start([A]);
    expect(run.state.get()).toEqual({ status: "failed", reason: `microphone-${microphone}` });
    expect(devices.requests).toEqual([]);
  }
});

it("without sound on this device nothing starts", async () => {
  const { run, engine, opened } = createRun();
  engine.status.update((status) => ({ ...status, sound: "locked" }));
  await run.start([A]);
  expect(run.state.get()).toEqual({ status: "failed", reason: "sound-off" });
  expect(opened()).toBe(0);
});

it("a refusal of the room and a plan that does not come are shown, and the microphone is closed", async () => {
  const refused = createRun({ replies: ["forbidden"] });
  await refused.run.start([A]);
  expect(refused.run.state.get()).toEqual({ status: "failed", reason: "forbidden" });
  expect(refused.opened()).toBe(0);
  const silent = createRun();
  const ended = silent.run.start([A]);
  await vi.advanceTimersByTimeAsync(5000);
  await ended;
  expect(silent.run.state.get()).toEqual({ status: "failed", reason: "network" });
  expect(silent.devices.requests.at(-1)).toEqual({ type: "stop", id: silent.devices.ids[0] });
  expect(refused.devices.requests).toHaveLength(1);
  expect(silent.opened()).toBe(0);
});

it("a calibration that is cancelled stops on all devices and closes the microphone", async () => {
  const { run, devices, ended, opened, id } = await createListening();
  run.cancel();
  expect(run.state.get()).toEqual({ status: "idle" });
  await ended;
  expect(run.state.get()).toEqual({ status: "idle" });
  expect(devices.requests.at(-1)).toEqual({ type: "stop", id });
  expect(opened()).toBe(0);
});

it("a calibration that is cancelled before its plan comes is stopped at once", async () => {
  const { run, devices, connection, opened } = createRun();
  const ended = run.start([A]);
  await vi.advanceTimersByTimeAsync(0);
  run.cancel();
  expect(devices.requests.at(-1)).toEqual({ type: "stop", id: devices.ids[0] });
  connection.receive({ type: "calibration", plan: { ...PLAN, id: `${devices.ids[0]}` } });
  await ended;
  expect(run.state.get()).toEqual({ status: "idle" });
  expect(devices.requests).toHaveLength(2);
  expect([opened(), connection.listenerCount()]).toEqual([0, 0]);
});

it("the room or a lost connection ends a calibration", async () => {
  const stopped = await createListening();
  stopped.connection.receive({ type: "sound-check-end", id: stopped.id });
  await stopped.ended;
  expect(stopped.run.state.get()).toEqual({ status: "failed", reason: "stopped" });
  expect(stopped.devices.requests).toHaveLength(1);
  const lost = await createListening();
  lost.connection.setConnection("reconnecting");
  await lost.ended;
  expect(lost.run.state.get()).toEqual({ status: "failed", reason: "connection-lost" });
  expect([lost.opened(), lost.connection.listenerCount()]).toEqual([0, 0]);
});

it("a recording that ends early is a failure of the microphone or of the sound", async () => {
  const broken = await createListening();
  broken.finish(null);
  await broken.ended;
  expect(broken.run.state.get()).toEqual({ status: "failed", reason: "microphone-failed" });
  expect(broken.devices.requests.at(-1)).toEqual({ type: "stop", id: broken.id });
  const silent = await createListening();
  silent.engine.status.update((status) => ({ ...status, sound: "stopped" }));
  silent.finish(null);
  await silent.ended;
  expect(silent.run.state.get()).toEqual({ status: "failed", reason: "sound-off" });
});
