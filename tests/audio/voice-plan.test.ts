import { describe, expect, it } from "vitest";
import { type PlannedVoice, planVoices, type VoicePlan } from "#app/audio/voice-plan.ts";
import { DEFAULT_PLAY_ORDER } from "#app/domain/playback/play-order.ts";
import { IDLE, type Playback } from "#app/domain/playback/playback.ts";
import { buildPlaylist, entryId, paused, playing } from "#tests/support/builders.ts";

const playlist = buildPlaylist(3, 60_000);

let lastId = 0;

/** Applies a plan as the voice pool does. */
function applyPlan(
  voices: readonly PlannedVoice[],
  playback: Playback,
  serverNowMs: number,
  crossfadeMs = 0,
): { plan: VoicePlan; voices: PlannedVoice[] } {
  const order = { ...DEFAULT_PLAY_ORDER, crossfadeMs };
  const plan = planVoices({ timeline: { playlist, playback, order }, voices, serverNowMs });
  const opened = plan.open.map(({ entry: _entry, ...voice }) => {
    lastId += 1;
    return { ...voice, id: lastId };
  });
  return { plan, voices: [...plan.keep, ...opened] };
}

describe("voice plan", () => {
  it("opens the current track, and the next one shortly before it starts", () => {
    const { plan } = applyPlan([], playing(1, 0, 1000), 1000);
    expect(plan.open).toHaveLength(1);
    const near = applyPlan([], playing(1, 0, 1000), 52_000);
    expect(near.plan.open.map(({ entryId: id, schedule }) => [id, schedule?.startMs])).toEqual([
      [entryId(1), 1000],
      [entryId(2), 61_000],
    ]);
  });

  it("fills a late joiner's voice from the room's position", () => {
    const { plan } = applyPlan([], playing(1, 5000, 1000), 11_000);
    expect(plan.open[0]?.cuePositionMs).toBe(15_000);
  });

  it("keeps voices when the room repeats its state, and when the next track becomes current", () => {
    const first = applyPlan([], playing(1, 0, 1000), 55_000);
    const again = applyPlan(first.voices, playing(1, 0, 1000), 56_000);
    expect(again.plan.open).toEqual([]);
    const moved = applyPlan(again.voices, playing(2, 0, 61_000), 61_050);
    expect(moved.plan.open).toEqual([]);
    expect(moved.voices.map(({ schedule }) => schedule?.isCutShort)).toEqual([false, false]);
    expect(applyPlan(moved.voices, playing(2, 0, 61_000), 62_000).plan.close).toHaveLength(1);
  });

  it("does not reuse a voice for a start at a position that it has passed", () => {
    const first = applyPlan([], playing(1, 0, 1000), 1000);
    // skip, and return before the tail is over
    const next = applyPlan(first.voices, playing(2, 0, 31_200), 31_000);
    const back = applyPlan(next.voices, playing(1, 0, 31_500), 31_350);
    expect(back.plan.open.map(({ entryId: id, cuePositionMs }) => [id, cuePositionMs])).toEqual([[entryId(1), 0]]);
  });

  it("continues until the new start on a seek, then cuts over", () => {
    const first = applyPlan([], playing(1, 0, 1000), 5000);
    const seeked = applyPlan(first.voices, playing(1, 30_000, 5200), 5050);
    expect(seeked.plan.open[0]?.schedule).toMatchObject({ startMs: 5200, originMs: -24_800 });
    expect(seeked.plan.keep[0]?.schedule).toMatchObject({ stopMs: 5200, isCutShort: true });
    expect(applyPlan(seeked.voices, playing(1, 30_000, 5200), 6000).plan.close.map(({ id }) => id)).toEqual([
      first.voices[0]?.id,
    ]);
  });

  it("stops at the position of a pause and keeps the voice as the cue", () => {
    const first = applyPlan([], playing(1, 0, 1000), 5000);
    const stopped = applyPlan(first.voices, paused(1, 4200), 5050);
    expect(stopped.plan.open).toEqual([]);
    expect(stopped.voices[0]).toMatchObject({ cuePositionMs: 4200, schedule: { stopMs: 5200, isCutShort: true } });
    const later = applyPlan(stopped.voices, paused(1, 4200), 90_000);
    expect(later.plan).toMatchObject({ open: [], close: [] });
    const resumed = applyPlan(later.voices, playing(1, 4200, 91_000), 90_900);
    expect(resumed.plan).toMatchObject({ open: [], close: [] });
    expect(resumed.voices[0]).toMatchObject({
      id: first.voices[0]?.id,
      schedule: { startMs: 91_000, originMs: 86_800, isCutShort: false },
    });
  });

  it("does not cut off what still sounds when play follows a pause at once", () => {
    const first = applyPlan([], playing(1, 0, 1000), 5000);
    const stopped = applyPlan(first.voices, paused(1, 4200), 5050);
    const resumed = applyPlan(stopped.voices, playing(1, 4200, 5300), 5100);
    expect(resumed.plan.open).toHaveLength(1);
    expect(resumed.plan.keep[0]?.schedule?.stopMs).toBe(5200);
  });

  it("keeps a cue at the position of a paused room, and replaces it on a seek", () => {
    const first = applyPlan([], paused(2, 10_000), 0);
    expect(first.plan.open[0]).toMatchObject({ entryId: entryId(2), schedule: null, cuePositionMs: 10_000 });
    const moved = applyPlan(first.voices, paused(2, 50_000), 100);
    expect(moved.plan.close).toHaveLength(1);
    expect(moved.plan.open[0]?.cuePositionMs).toBe(50_000);
  });

  it("stops at once and opens a new cue when the room was paused elsewhere", () => {
    const first = applyPlan([], playing(1, 0, 1000), 5000);
    const stopped = applyPlan(first.voices, paused(1, 50_000), 6000);
    expect(stopped.plan.keep[0]?.schedule).toMatchObject({ stopMs: 6000, isCutShort: true });
    expect(stopped.plan.open[0]?.cuePositionMs).toBe(50_000);
  });

  it("is silent in an idle room", () => {
    const first = applyPlan([], playing(1, 0, 1000), 5000);
    const stopped = applyPlan(first.voices, IDLE, 6000);
    expect(stopped.voices[0]?.schedule).toMatchObject({ stopMs: 6000, isCutShort: true });
    expect(applyPlan(stopped.voices, IDLE, 7000).voices).toEqual([]);
  });
});

describe("voice plan of a crossfade", () => {
  const FADE_MS = 12_000;
  /** The first track plays from 1000 on and ends at 61,000. */
  const FIRST = playing(1, 0, 1000);
  const second = (anchorMs: number, fadeInMs: number): Playback => ({
    status: "playing",
    entryId: entryId(2),
    positionMs: 0,
    anchorMs,
    fadeInMs,
  });
  const SECOND = second(49_000, FADE_MS);
  const FADE = { startMs: 49_000, endMs: 61_000 };
  const plan = (voices: readonly PlannedVoice[], playback: Playback, nowMs: number) =>
    applyPlan(voices, playback, nowMs, FADE_MS).voices;
  const schedules = (voices: readonly PlannedVoice[]) => voices.map(({ entryId: id, schedule }) => ({ id, ...schedule }));
  /** The voices of a device that has played the first track, at a time in the crossfade. */
  const fading = (nowMs: number) => plan(plan(plan([], FIRST, 38_000), FIRST, 48_900), SECOND, nowMs);
  const ofFirst = (voices: readonly PlannedVoice[]) => voices.find(({ entryId: id }) => id === entryId(1));

  it("CF7 opens the next track long enough before the crossfade", () => {
    expect(schedules(plan([], FIRST, 37_001))).toMatchObject([
      { id: entryId(1), stopMs: 61_000, fadeIn: null, fadeOut: FADE },
      { id: entryId(2), startMs: 49_000, fadeIn: FADE, fadeOut: { startMs: 97_000, endMs: 109_000 } },
    ]);
  });

  it("CF7 plays the former track to its end when the next one has become current", () => {
    const before = plan([], FIRST, 38_000);
    for (const nowMs of [49_000, 55_000, 61_300]) {
      const voices = fading(nowMs);
      expect(voices.map(({ id }) => id).sort()).toHaveLength(2);
      expect(schedules(voices)).toEqual(expect.arrayContaining(schedules(before)));
    }
    // also while the room has not sent it yet
    expect(schedules(plan(before, FIRST, 49_100))).toEqual(expect.arrayContaining(schedules(before)));
    expect(schedules(fading(61_500))).toMatchObject([{ id: entryId(2) }]);
  });

  it("CF7 gives a device that joins in the crossfade the current track only, with its fade", () => {
    const [voice, ...others] = plan([], SECOND, 55_000);
    expect(voice).toMatchObject({ entryId: entryId(2), cuePositionMs: 6000, schedule: { startMs: 49_000, fadeIn: FADE } });
    expect(others).toEqual([]);
  });

  it("CF8 a skip cuts both tracks, which stay in their fades", () => {
    const skipped = plan(fading(55_000), playing(3, 0, 55_300), 55_100);
    expect(schedules(skipped)).toMatchObject([
      { id: entryId(2), stopMs: 55_300, isCutShort: true },
      { id: entryId(1), stopMs: 55_300, isCutShort: true },
      { id: entryId(3), startMs: 55_300, fadeIn: null },
    ]);
    expect(ofFirst(skipped)?.schedule?.fadeOut).toEqual(FADE);
  });

  it("CF8 a seek in the current track ends the former one", () => {
    const seeked = plan(fading(55_000), playing(2, 30_000, 55_300), 55_100);
    expect(ofFirst(seeked)?.schedule).toMatchObject({ stopMs: 55_300, isCutShort: true });
  });

  it("CF8 a pause stops both tracks at the same moment, and only the current one continues", () => {
    const stopped = plan(fading(55_000), paused(2, 6200), 55_050);
    expect(schedules(stopped)).toMatchObject([
      { stopMs: 55_200, isCutShort: true },
      { stopMs: 55_200, isCutShort: true },
    ]);
    const later = plan(stopped, paused(2, 6200), 90_000);
    const resumed = plan(later, playing(2, 6200, 91_000), 90_900);
    expect(schedules(resumed)).toMatchObject([{ id: entryId(2), startMs: 91_000, fadeIn: null, isCutShort: false }]);
  });

  it("CF6 shortens the fade of a track whose crossfade begins late", () => {
    const voices = applyPlan([], FIRST, 55_000).voices;
    const late = plan(voices, second(56_300, 4700), 56_000);
    const fade = { startMs: 56_300, endMs: 61_000 };
    expect(ofFirst(late)?.schedule).toMatchObject({ stopMs: 61_000, isCutShort: false, fadeOut: fade });
    // the voice that was ready for the end starts earlier
    const prepared = voices.find(({ entryId: id }) => id === entryId(2));
    expect(late.filter(({ entryId: id }) => id === entryId(2))).toMatchObject([
      { id: prepared?.id, schedule: { startMs: 56_300, fadeIn: fade } },
    ]);
  });
});
