import { expect, it } from "vitest";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import { findForeignCheck } from "#app/features/devices/foreign-check.ts";

const BEAT: SoundCheck = { id: "b", sound: "beat", startMs: 0, periodMs: 500, count: 4, silentUntilMs: 2000 };
const CHIRP: SoundCheck = { ...BEAT, id: "chirp", sound: "chirp" };
const CLICK: SoundCheck = { ...BEAT, id: "c", sound: "click", silentUntilMs: null };

it("a check that silences the music was started by another device", () => {
  expect(findForeignCheck([CLICK, CHIRP], { status: "off" })).toBe(CHIRP);
  expect(findForeignCheck([CLICK], { status: "off" })).toBeNull();
  expect(findForeignCheck([BEAT], { status: "playing", check: BEAT, isOwn: false })).toBe(BEAT);
});

it("the own metronome is none, also before its start is confirmed", () => {
  expect(findForeignCheck([BEAT], { status: "starting" })).toBeNull();
  expect(findForeignCheck([BEAT], { status: "playing", check: BEAT, isOwn: true })).toBeNull();
  expect(findForeignCheck([BEAT, CHIRP], { status: "playing", check: BEAT, isOwn: true })).toBe(CHIRP);
});
