import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DeviceLog } from "#app/audio/device-log.ts";
import { TroubleWatch } from "#app/audio/trouble-watch.ts";
import type { VoiceReport } from "#app/audio/worklet/messages.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const report = (voice: Partial<VoiceReport>) => ({
  voices: [{ voice: 1, positionFrame: 1, errorMs: 0, trimPpm: 0, underruns: 0, jumps: 0, isOver: false, ...voice }],
  stallMs: 0,
});

it("keeps the latest 200 entries, with their times and values", () => {
  const log = new DeviceLog();
  const listener = vi.fn();
  log.subscribe(listener);
  for (let i = 0; i < 250; i++) log.add("asleep", i);
  expect(log.get()).toHaveLength(200);
  expect(log.get().at(-1)).toEqual({ atMs: 1000, kind: "asleep", value: 249 });
  expect(listener).toHaveBeenCalledTimes(250);
});

it("keeps the latest of the delays that one drag sets", () => {
  const log = new DeviceLog();
  log.add("role-set");
  for (let ms = 1; ms <= 300; ms++) {
    vi.advanceTimersByTime(50);
    log.add("delay-set", ms);
  }
  expect(log.get()).toEqual([
    { atMs: 1000, kind: "role-set" },
    { atMs: 16_000, kind: "delay-set", value: 300 },
  ]);
  vi.advanceTimersByTime(5000);
  log.add("delay-set", 20);
  expect(log.get().map(({ value }) => value)).toEqual([undefined, 300, 20]);
});

it("counts the troubles of one moment in one entry", () => {
  const log = new DeviceLog();
  const watch = new TroubleWatch(log);
  watch.receive(report({}));
  watch.receive(report({ underruns: 3 }));
  watch.receive(report({ underruns: 5, positionFrame: null }));
  vi.advanceTimersByTime(6000);
  watch.receive(report({ underruns: 6, jumps: 1 }));
  expect(log.get()).toEqual([
    { atMs: 1000, kind: "underrun", value: 5 },
    { atMs: 7000, kind: "underrun", value: 1 },
    { atMs: 7000, kind: "jump", value: 1 },
  ]);
});

it("takes a voice that starts late for no trouble", () => {
  const log = new DeviceLog();
  const watch = new TroubleWatch(log);
  watch.receive(report({ positionFrame: null, underruns: 2 }));
  watch.receive(report({ underruns: 9 }));
  watch.receive({ voices: [], stallMs: 0 });
  expect(log.get()).toEqual([]);
});
