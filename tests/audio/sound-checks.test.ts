import { expect, it } from "vitest";
import { SoundChecks } from "#app/audio/sound-checks.ts";
import { createTestSound } from "#app/audio/test-sounds.ts";
import type { PlayerCommand } from "#app/audio/worklet/messages.ts";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";

const RATE = 48_000;
/** Server time at the start of the context. */
const ORIGIN_MS = 1_700_000_000_000;
const CHECK: SoundCheck = {
  id: "a",
  sound: "click",
  startMs: ORIGIN_MS + 1000,
  periodMs: 500,
  count: 3,
  silentUntilMs: ORIGIN_MS + 3000,
};

/** Checks on a context that starts at `ORIGIN_MS` and whose sound is late by a fifth of a second. */
function createChecks() {
  const commands: PlayerCommand[] = [];
  const state = { nowMs: 0, lateMs: 200, isKnown: true };
  const checks = new SoundChecks({
    context: {
      sampleRate: RATE,
      get currentTime() {
        return state.nowMs / 1000;
      },
    },
    post: (command) => void commands.push(command),
    toContextSec: (serverMs) => (state.isKnown ? (serverMs - ORIGIN_MS - state.lateMs) / 1000 : null),
  });
  const runUntil = (ms: number): void => {
    for (; state.nowMs < ms; state.nowMs += 125) checks.update();
  };
  const start = (check: SoundCheck): void => {
    checks.start(check);
    checks.update();
  };
  /** The latest start of each sound, ms of the context. */
  const starts = () => {
    const latest = new Map<string, number>();
    for (const command of commands) {
      if (command.type === "test-sound") latest.set(`${command.check}${command.index}`, (command.startFrame / RATE) * 1000);
    }
    return Object.fromEntries(latest);
  };
  const silences = () => commands.flatMap((command) => (command.type === "silence" ? command.untilFrame / RATE : []));
  return { checks, start, commands, state, runUntil, starts, silences };
}

it("sends each sound shortly ahead, at the context time that sounds at its server time", () => {
  const { checks, start, commands, runUntil, starts, state } = createChecks();
  start(CHECK);
  runUntil(400);
  expect(starts()).toEqual({});
  state.nowMs = 500;
  runUntil(1100);
  expect(starts()).toEqual({ a0: 800, a1: 1300 });
  runUntil(4000);
  expect(starts()).toEqual({ a0: 800, a1: 1300, a2: 1800 });
  expect(commands.filter(({ type }) => type === "test-samples")).toHaveLength(1);
  expect(checks.isActive).toBe(false);
});

it("moves a sound that has been sent when the clocks move", () => {
  const { checks, start, runUntil, starts, state } = createChecks();
  start(CHECK);
  runUntil(625);
  expect(starts()).toEqual({ a0: 800 });
  state.lateMs = 210;
  checks.update();
  expect(starts()).toEqual({ a0: 790 });
});

it("leaves out the sounds that have passed when it begins late", () => {
  const { start, runUntil, starts, state } = createChecks();
  state.nowMs = 1000;
  start(CHECK);
  runUntil(4000);
  expect(starts()).toEqual({ a1: 1300, a2: 1800 });
});

it("silences the music until the end of the longest check, and returns it when that is ended", () => {
  const { checks, start, silences, commands } = createChecks();
  start(CHECK);
  start({ ...CHECK, id: "b", silentUntilMs: ORIGIN_MS + 5000 });
  start({ ...CHECK, id: "c", silentUntilMs: null });
  expect(silences()).toEqual([2.8, 4.8]);
  checks.end("b");
  expect(commands).toContainEqual({ type: "end-test-sounds", check: "b" });
  expect(silences()).toEqual([2.8, 4.8, 2.8]);
  checks.end("a");
  expect(silences().at(-1)).toBe(0);
  checks.end("unknown");
  expect(silences()).toHaveLength(4);
});

it("keeps the silence after its last sound for as long as the check asks for", () => {
  const { checks, start, silences, runUntil } = createChecks();
  start(CHECK);
  runUntil(2800);
  expect(silences()).toEqual([2.8]);
  expect(checks.isActive).toBe(true);
  runUntil(3100);
  expect(silences()).toEqual([2.8, 0]);
  expect(checks.isActive).toBe(false);
});

it("keeps the silence while the output is measured again", () => {
  const { checks, start, silences, state, runUntil } = createChecks();
  start(CHECK);
  state.isKnown = false;
  runUntil(1000);
  expect(silences()).toEqual([2.8]);
  expect(checks.isActive).toBe(true);
});

it("takes its sounds back when the output stops, and sends the next ones after that", () => {
  const { checks, start, commands, runUntil, starts, state } = createChecks();
  start(CHECK);
  runUntil(700);
  checks.suspend();
  checks.suspend();
  expect(commands.filter(({ type }) => type === "end-test-sounds")).toHaveLength(1);
  // the context stands still for a second
  state.lateMs += 1000;
  runUntil(4000);
  expect(starts()).toEqual({ a0: 800, a2: 800 });
});

it.each([
  ["click", -12],
  ["beat", -12],
  ["chirp", -20],
] as const)("plays a %s with a peak of %d dBFS that ends in silence", (sound, peakDb) => {
  for (const rate of [44_100, 48_000]) {
    const samples = createTestSound(sound, rate);
    const peak = samples.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    expect(20 * Math.log10(peak)).toBeCloseTo(peakDb, 3);
    expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(1e-3);
  }
});
