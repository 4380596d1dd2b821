import { expect, it } from "vitest";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import { findSilence } from "#app/features/player/silence.ts";

const AUDIBLE = { settings: { isMuted: false, mutedBy: null, volume: 1 }, checks: [], isRoomMuted: false };
const CLICK: SoundCheck = { id: "c", sound: "click", startMs: 0, periodMs: 500, count: 1, silentUntilMs: null };
const BEAT: SoundCheck = { ...CLICK, id: "b", sound: "beat", silentUntilMs: 1000 };

it("a click does not silence the music", () => {
  expect(findSilence({ ...AUDIBLE, checks: [CLICK] })).toBeNull();
});

it("a metronome counts more than a mute, and the mute of the device more than that of the room", () => {
  const muted = { ...AUDIBLE, settings: { isMuted: true, mutedBy: "Ann", volume: 1 }, isRoomMuted: true };
  expect(findSilence({ ...muted, checks: [CLICK, BEAT] })).toEqual({ kind: "sound-check" });
  expect(findSilence(muted)).toEqual({ kind: "device", by: "Ann" });
  expect(findSilence({ ...AUDIBLE, isRoomMuted: true })).toEqual({ kind: "room" });
});

it("a volume of 0 is a mute by this device", () => {
  expect(findSilence({ ...AUDIBLE, settings: { ...AUDIBLE.settings, volume: 0 } })).toEqual({ kind: "device", by: null });
});
