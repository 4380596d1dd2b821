import { afterEach, expect, it, vi } from "vitest";
import { DeviceLog } from "#app/audio/device-log.ts";
import { OutputSink } from "#app/audio/output-sink.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser that lists these outputs. */
function createSink(listed: readonly string[] = ["default", "headphones"]) {
  const outputs = [...listed];
  const devices = () => outputs.map((deviceId) => ({ kind: "audiooutput", deviceId }));
  vi.stubGlobal("navigator", { mediaDevices: { enumerateDevices: async () => devices() } });
  const moves: string[] = [];
  const setSink = vi.fn(async (id: string) => {
    if (id !== "" && !outputs.includes(id)) throw new DOMException("gone", "NotFoundError");
    moves.push(id);
  });
  const log = new DeviceLog();
  const onChange = vi.fn();
  const sink = new OutputSink({ player: { setSink }, log, keepRunning: (operate) => operate(), onChange });
  return { sink, outputs, moves, log, onChange };
}

it("moves the sound and measures the output again", async () => {
  const { sink, moves, onChange, log } = createSink();
  await sink.set("headphones");
  await sink.set("headphones");
  expect([moves, sink.id.get(), sink.canSet]).toEqual([["headphones"], "headphones", true]);
  expect(onChange).toHaveBeenCalledOnce();
  expect(log.get()).toMatchObject([{ kind: "output-set" }]);
});

it("rejects with the browser's error, and stays where it was", async () => {
  const { sink, onChange } = createSink();
  await expect(sink.set("unknown")).rejects.toThrow("gone");
  expect([sink.id.get(), onChange.mock.calls.length]).toEqual(["", 0]);
});

it("returns to the system's output when the chosen one is removed", async () => {
  const { sink, outputs, moves, log } = createSink();
  await sink.set("headphones");
  await sink.check();
  expect(sink.id.get()).toBe("headphones");
  outputs.pop();
  await sink.check();
  expect([sink.id.get(), moves]).toEqual(["", ["headphones", ""]]);
  expect(log.get().map(({ kind }) => kind)).toEqual(["output-set", "output-lost", "output-set"]);
});

it("does not take an output for removed where the browser names none", async () => {
  const { sink, outputs } = createSink();
  await sink.set("headphones");
  outputs.splice(0, 2, "", "");
  await sink.check();
  expect(sink.id.get()).toBe("headphones");
});

it("does nothing where the browser cannot move the sound", async () => {
  const onChange = vi.fn();
  const log = new DeviceLog();
  const sink = new OutputSink({ player: { setSink: null }, log, keepRunning: (operate) => operate(), onChange });
  await sink.set("headphones");
  expect([sink.canSet, sink.id.get(), onChange.mock.calls.length]).toEqual([false, "", 0]);
});
