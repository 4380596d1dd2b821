import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { crossoverDelayFrames } from "#app/audio/worklet/crossover.ts";
import type { PlayerCommand } from "#app/audio/worklet/messages.ts";
import { createEngine, ENTRY, playing, RATE, SERVER_OFFSET_MS } from "./create-engine.ts";

// the engine loads them on demand, which takes real time
beforeAll(async () => {
  await import("#app/audio/wav-source.ts");
  await import("#app/audio/sound-checks.ts");
});

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function playRoom() {
  const room = createEngine();
  room.engine.setTimeline(playing(ENTRY), { isLeveled: false });
  await room.engine.unlock();
  await vi.advanceTimersByTimeAsync(1000);
  return room;
}

/** By how much the latest placement plays the track ahead of the room, ms. Server time and context time started together. */
function aheadMs(commands: readonly PlayerCommand[]): number {
  const place = commands.findLast((command) => command.type === "place");
  if (place?.type !== "place") throw new Error("not placed");
  return ((place.placement.trackFrame - place.placement.contextFrame) / RATE) * 1000;
}

const kindsOf = ({ log }: ReturnType<typeof createEngine>["engine"]) => log.get().map(({ kind }) => kind);

it("plays earlier by the delay of its filter in the roles low and high, and jumps there at once", async () => {
  const { engine, commands } = await playRoom();
  const before = aheadMs(commands);
  engine.setSpeakerRole("left");
  expect(commands.slice(-2)).toEqual([
    { type: "channels", mix: "left" },
    { type: "band", band: null },
  ]);
  engine.setSpeakerRole("low");
  await vi.advanceTimersByTimeAsync(500);
  expect(aheadMs(commands) - before).toBeCloseTo((crossoverDelayFrames(RATE) / RATE) * 1000, 1);
  const realign = commands.findIndex(({ type }) => type === "realign");
  expect(commands[realign - 1]?.type).toBe("place");
  engine.setSpeakerRole("high");
  engine.setSpeakerRole("mono");
  await vi.advanceTimersByTimeAsync(500);
  expect(aheadMs(commands) - before).toBeCloseTo(0, 1);
  expect(kindsOf(engine)).toEqual(["sound-on", "role-set", "role-set", "role-set", "role-set"]);
  engine.close();
});

it("moves the sound at once after a large adjustment, and gradually after a small one", async () => {
  const { engine, commands } = await playRoom();
  const before = aheadMs(commands);
  const realigned = () => commands.filter(({ type }) => type === "realign").length;
  engine.setOutputAdjustment(3);
  expect([realigned(), engine.log.get().at(-1)?.value]).toEqual([0, 3]);
  engine.setOutputAdjustment(150);
  engine.setOutputAdjustment(150);
  expect(realigned()).toBe(1);
  expect(aheadMs(commands) - before).toBeCloseTo(150, 0);
  engine.setOutputAdjustment(145);
  expect(realigned()).toBe(2);
  engine.close();
});

it("moves the sound at once when small adjustments in a row add up to a large one", async () => {
  const { engine, commands } = await playRoom();
  const realigned = () => commands.filter(({ type }) => type === "realign").length;
  const counts = Array.from({ length: 12 }, (_, i) => {
    engine.setOutputAdjustment(i + 1);
    return realigned();
  });
  expect(counts).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2]);
  engine.close();
});

it("converts server time to the context's time, with the adjustment and without the filter", async () => {
  const { engine } = createEngine();
  expect(engine.toContextSec(SERVER_OFFSET_MS)).toBeNull();
  await engine.unlock();
  await vi.advanceTimersByTimeAsync(1000);
  engine.setSpeakerRole("low");
  engine.setOutputAdjustment(100);
  await vi.advanceTimersByTimeAsync(100);
  expect(engine.toContextSec(SERVER_OFFSET_MS + 5000)).toBeCloseTo(4.9, 2);
  engine.close();
});

it("plays a sound check at its server time, in place of the music", async () => {
  const { engine, commands } = await playRoom();
  const startMs = SERVER_OFFSET_MS + 3000;
  engine.startSoundCheck({ id: "a", sound: "beat", startMs, periodMs: 500, count: 2, silentUntilMs: startMs + 1000 });
  engine.startSoundCheck({ id: "b", sound: "click", startMs, periodMs: 500, count: 1, silentUntilMs: null });
  engine.endSoundCheck("b");
  await vi.advanceTimersByTimeAsync(3500);
  const sounds = commands.filter((command) => command.type === "test-sound");
  const starts = new Set(sounds.map(({ check, index, startFrame }) => `${check}${index} ${(startFrame / RATE).toFixed(2)}`));
  expect([...starts]).toEqual(["a0 3.00", "a1 3.50"]);
  const silences = commands.flatMap((command) => (command.type === "silence" ? (command.untilFrame / RATE).toFixed(2) : []));
  expect([silences[0], silences.at(-1)]).toEqual(["4.00", "0.00"]);
  engine.close();
});

it("fades a change of the volume over 60 ms, a mute of the room over 300 ms, and the end of the sound over 20 ms", async () => {
  const { engine, commands } = createEngine();
  await engine.unlock();
  engine.setVolume(0.5);
  engine.setRoomGain(0.5);
  engine.setRoomGain(0);
  engine.setRoomGain(0);
  engine.setVolume(0.5);
  engine.setRoomGain(0.5);
  await engine.stop();
  const fades = commands.flatMap((command) => (command.type === "volume" ? [[command.gain, command.fadeMs]] : []));
  expect(fades).toEqual([
    [0.5, 60],
    [0.25, 60],
    [0, 300],
    [0.25, 300],
    [0, 20],
  ]);
  engine.close();
});

it("moves to another output, and to the system's when that fails", async () => {
  const { engine, sinks, failOutput } = await playRoom();
  expect(engine.canSetSink).toBe(true);
  await engine.setSink("headphones");
  expect(engine.sinkId.get()).toBe("headphones");
  failOutput();
  await vi.advanceTimersByTimeAsync(0);
  expect(sinks).toEqual(["headphones", ""]);
  expect(engine.sinkId.get()).toBe("");
  expect(kindsOf(engine)).toEqual(["sound-on", "output-set", "output-lost", "output-set"]);
  engine.close();
});

it("resumes an interrupted output within 2 s without a gesture, and logs it", async () => {
  const { engine, setState } = await playRoom();
  setState("interrupted");
  expect(engine.status.get().sound).toBe("locked");
  await vi.advanceTimersByTimeAsync(2000);
  expect(engine.status.get().sound).toBe("on");
  expect(kindsOf(engine)).toEqual(["sound-on", "interrupted", "resumed"]);
  engine.close();
});

it("keeps its output awake on request", () => {
  const { engine, commands } = createEngine();
  engine.setKeepAlive(false);
  engine.setKeepAlive(true);
  engine.setKeepAlive(true);
  expect(commands).toEqual([{ type: "keep-alive", isOn: true }]);
  engine.close();
});
