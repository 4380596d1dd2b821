import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { PlayerCommand } from "#app/audio/worklet/messages.ts";
import { EMPTY_TIMELINE } from "#app/domain/playback/schedule.ts";
import { entryId, trackId } from "#tests/support/builders.ts";
import { createEngine, ENTRY, playing, RATE, TRACK } from "./create-engine.ts";

// the engine loads it on demand, which takes real time
beforeAll(() => import("#app/audio/wav-source.ts"));

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const typesOf = (commands: readonly PlayerCommand[]) => [...new Set(commands.map(({ type }) => type))];

it("loads the track before the browser plays sound, and places its voice afterwards", async () => {
  const { engine, commands } = createEngine();
  engine.setTimeline(playing(ENTRY), { isLeveled: false });
  await vi.advanceTimersByTimeAsync(1000);
  expect(commands).toEqual([]);
  expect(engine.status.get()).toMatchObject({ sound: "locked", decodingMode: "streaming" });
  await engine.unlock();
  await vi.advanceTimersByTimeAsync(1000);
  expect(typesOf(commands)).toEqual(["open", "samples", "place"]);
  const place = commands.findLast(({ type }) => type === "place");
  const { contextFrame = 0, trackFrame = 0 } = place?.type === "place" ? place.placement : {};
  // server time and context time started together
  expect(Math.abs(trackFrame - contextFrame)).toBeLessThan(RATE / 500);
  expect(engine.status.get()).toMatchObject({ sound: "on", syncState: "syncing" });
  engine.close();
});

it("resumes after an interruption when the page is shown again, and not before the first gesture", async () => {
  const { engine, setState } = createEngine();
  engine.wake();
  expect(engine.status.get().sound).toBe("locked");
  await engine.unlock();
  setState("interrupted");
  expect(engine.status.get().sound).toBe("locked");
  engine.wake();
  expect(engine.status.get().sound).toBe("on");
  engine.close();
});

it("stays silent after it was stopped, until it is unlocked again", async () => {
  const { engine, commands } = createEngine();
  engine.setTimeline(playing(ENTRY), { isLeveled: false });
  await engine.unlock();
  await vi.advanceTimersByTimeAsync(1000);
  await engine.stop();
  expect(commands.at(-1)).toEqual({ type: "close", voice: 1 });
  expect(engine.status.get()).toMatchObject({ sound: "stopped", syncState: "off" });
  engine.wake();
  await vi.advanceTimersByTimeAsync(5000);
  expect(engine.status.get().sound).toBe("stopped");
  await engine.unlock();
  expect(engine.status.get().sound).toBe("on");
  engine.close();
});

it("OC11 does not open a stopped output once more", async () => {
  const { engine, states } = createEngine({ unsteadyMs: -5 });
  await engine.unlock();
  await engine.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(states).toEqual(["running", "suspended"]);
  engine.close();
});

it("fades within the volume of the device", () => {
  const { engine, commands } = createEngine();
  engine.setVolume(0.5);
  engine.setFade(0.5);
  engine.setVolume(0.8);
  engine.setFade(1);
  const gains = commands.flatMap((command) => (command.type === "volume" ? command.gain : []));
  expect(gains).toEqual([0.5, 0.25, 0.4, 0.8]);
  engine.close();
});

it("OC11 opens an output with an unsteady start once more while nothing plays, and keeps its voices", async () => {
  const { engine, commands, states } = createEngine({ unsteadyMs: -5 });
  const playback = { status: "paused", entryId: entryId(1), positionMs: 0 } as const;
  engine.setTimeline({ ...EMPTY_TIMELINE, playlist: [ENTRY], playback }, { isLeveled: false });
  await engine.unlock();
  await vi.advanceTimersByTimeAsync(5000);
  expect(states).toEqual(["running", "suspended", "running"]);
  expect(engine.status.get()).toMatchObject({ sound: "on" });
  expect(typesOf(commands)).not.toContain("close");
  engine.close();
});

it("OC11 leaves an output alone that started steadily, or that plays", async () => {
  const steady = createEngine();
  await steady.engine.unlock();
  await vi.advanceTimersByTimeAsync(5000);
  steady.engine.close();
  const sounding = createEngine({ unsteadyMs: -5 });
  sounding.engine.setTimeline(playing(ENTRY), { isLeveled: false });
  await sounding.engine.unlock();
  await vi.advanceTimersByTimeAsync(5000);
  sounding.engine.close();
  expect([steady.states, sounding.states]).toEqual([["running"], ["running"]]);
});

it("is in sync when the voice reports a small error", async () => {
  const { engine, sendReport } = createEngine();
  engine.setTimeline(playing(ENTRY), { isLeveled: false });
  await engine.unlock();
  await vi.advanceTimersByTimeAsync(1000);
  sendReport({ voice: 1, positionFrame: RATE, errorMs: 1 });
  expect(engine.status.get()).toMatchObject({ syncState: "in-sync", errorMs: 1 });
  engine.close();
});

it("closes its voices when the browser suspends the sound", async () => {
  const { engine, commands, setState } = createEngine();
  engine.setTimeline(playing(ENTRY), { isLeveled: false });
  await engine.unlock();
  await vi.advanceTimersByTimeAsync(1000);
  setState("suspended");
  expect(commands.at(-1)).toEqual({ type: "close", voice: 1 });
  expect(engine.status.get()).toMatchObject({ sound: "locked", syncState: "off" });
  engine.close();
});

it("shows that the server refuses a track, and opens it again on request", async () => {
  const { engine, server } = createEngine({ status: 404 });
  engine.setTimeline(playing(ENTRY), { isLeveled: false });
  await engine.unlock();
  await vi.advanceTimersByTimeAsync(1000);
  expect(engine.status.get().fault).toEqual({ reason: "refused" });
  server.status = 206;
  engine.retry();
  await vi.advanceTimersByTimeAsync(1000);
  expect(engine.status.get()).toMatchObject({ fault: null, decodingMode: "streaming" });
  engine.close();
});

it("plays on when a track is replaced by one with the same audio, and opens one with other audio", async () => {
  const { engine, commands } = createEngine();
  engine.setTimeline(playing(ENTRY), { isLeveled: false });
  await engine.unlock();
  await vi.advanceTimersByTimeAsync(1000);
  engine.setTimeline(playing({ ...ENTRY, track: { ...TRACK, id: trackId(9) } }), { isLeveled: false });
  await vi.advanceTimersByTimeAsync(1000);
  expect(typesOf(commands)).not.toContain("close");
  engine.setTimeline(playing({ ...ENTRY, track: { ...TRACK, id: trackId(9), durationMs: 30_000 } }), { isLeveled: false });
  await vi.advanceTimersByTimeAsync(1000);
  expect(commands).toContainEqual({ type: "close", voice: 1 });
  expect(commands).toContainEqual({ type: "open", voice: 2, sampleRate: RATE, channels: 1 });
  engine.close();
});

it("fills a paused room's voice without placing it", async () => {
  const { engine, commands } = createEngine();
  const playback = { status: "paused", entryId: entryId(1), positionMs: 20_000 } as const;
  engine.setTimeline({ ...EMPTY_TIMELINE, playlist: [ENTRY], playback }, { isLeveled: false });
  await engine.unlock();
  await vi.advanceTimersByTimeAsync(2000);
  expect(typesOf(commands)).toEqual(["open", "samples"]);
  expect(engine.status.get().bufferedToMs).toBeGreaterThan(28_000);
  engine.close();
});
