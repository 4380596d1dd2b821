import { describe, expect, it } from "vitest";
import { type PlannedVoice, planVoices, type VoicePlan } from "#app/audio/voice-plan.ts";
import { PLAIN_ORDER } from "#app/domain/playback/play-order.ts";
import { IDLE, type Playback } from "#app/domain/playback/playback.ts";
import { buildPlaylist, entryId } from "#tests/support/builders.ts";

const playlist = buildPlaylist(3, 60_000);
const playing = (n: number, positionMs: number, anchorMs: number): Playback => ({
  status: "playing",
  entryId: entryId(n),
  positionMs,
  anchorMs,
});
const paused = (n: number, positionMs: number): Playback => ({ status: "paused", entryId: entryId(n), positionMs });

let ids = 0;

/** The voices after a plan, as the engine keeps them. */
function follow(
  voices: readonly PlannedVoice[],
  playback: Playback,
  serverNowMs: number,
): { plan: VoicePlan; voices: PlannedVoice[] } {
  const plan = planVoices({ line: { playlist, playback, order: PLAIN_ORDER }, voices, serverNowMs });
  const opened = plan.open.map(({ entry: _entry, ...voice }) => {
    ids += 1;
    return { ...voice, id: ids };
  });
  return { plan, voices: [...plan.keep, ...opened] };
}

describe("voice plan", () => {
  it("opens what is on, and what follows only when it is near", () => {
    const { plan } = follow([], playing(1, 0, 1000), 1000);
    expect(plan.open).toHaveLength(1);
    const near = follow([], playing(1, 0, 1000), 52_000);
    expect(near.plan.open.map(({ entryId: id, line }) => [id, line?.startMs])).toEqual([
      [entryId(1), 1000],
      [entryId(2), 61_000],
    ]);
  });

  it("a late joiner fills from where the room is", () => {
    const { plan } = follow([], playing(1, 5000, 1000), 11_000);
    expect(plan.open[0]?.cueMs).toBe(15_000);
  });

  it("keeps what plays when the room says the same again, and when the next track becomes current", () => {
    const first = follow([], playing(1, 0, 1000), 55_000);
    const again = follow(first.voices, playing(1, 0, 1000), 56_000);
    expect(again.plan.open).toEqual([]);
    const moved = follow(again.voices, playing(2, 0, 61_000), 61_050);
    expect(moved.plan.open).toEqual([]);
    expect(moved.voices.map(({ line }) => line?.isCutShort)).toEqual([false, false]);
    expect(follow(moved.voices, playing(2, 0, 61_000), 62_000).plan.close).toHaveLength(1);
  });

  it("what has played on is not taken for a start that it is long past", () => {
    const first = follow([], playing(1, 0, 1000), 1000);
    // next, and back again before the tail is over
    const next = follow(first.voices, playing(2, 0, 31_200), 31_000);
    const back = follow(next.voices, playing(1, 0, 31_500), 31_350);
    expect(back.plan.open.map(({ entryId: id, cueMs }) => [id, cueMs])).toEqual([[entryId(1), 0]]);
  });

  it("a seek plays on until the new start, then cuts over", () => {
    const first = follow([], playing(1, 0, 1000), 5000);
    const sought = follow(first.voices, playing(1, 30_000, 5200), 5050);
    expect(sought.plan.open[0]?.line).toMatchObject({ startMs: 5200, originMs: -24_800 });
    expect(sought.plan.keep[0]?.line).toMatchObject({ stopMs: 5200, isCutShort: true });
    expect(follow(sought.voices, playing(1, 30_000, 5200), 6000).plan.close.map(({ id }) => id)).toEqual([first.voices[0]?.id]);
  });

  it("a pause stops at the paused position and keeps the voice as the cue", () => {
    const first = follow([], playing(1, 0, 1000), 5000);
    const off = follow(first.voices, paused(1, 4200), 5050);
    expect(off.plan.open).toEqual([]);
    expect(off.voices[0]).toMatchObject({ cueMs: 4200, line: { stopMs: 5200, isCutShort: true } });
    const later = follow(off.voices, paused(1, 4200), 90_000);
    expect(later.plan).toMatchObject({ open: [], close: [] });
    const on = follow(later.voices, playing(1, 4200, 91_000), 90_900);
    expect(on.plan).toMatchObject({ open: [], close: [] });
    expect(on.voices[0]).toMatchObject({
      id: first.voices[0]?.id,
      line: { startMs: 91_000, originMs: 86_800, isCutShort: false },
    });
  });

  it("play right after pause does not break into what still sounds", () => {
    const first = follow([], playing(1, 0, 1000), 5000);
    const off = follow(first.voices, paused(1, 4200), 5050);
    const on = follow(off.voices, playing(1, 4200, 5300), 5100);
    expect(on.plan.open).toHaveLength(1);
    expect(on.plan.keep[0]?.line?.stopMs).toBe(5200);
  });

  it("a paused room keeps a cue where it stands, and moves it when someone seeks", () => {
    const first = follow([], paused(2, 10_000), 0);
    expect(first.plan.open[0]).toMatchObject({ entryId: entryId(2), line: null, cueMs: 10_000 });
    const moved = follow(first.voices, paused(2, 50_000), 100);
    expect(moved.plan.close).toHaveLength(1);
    expect(moved.plan.open[0]?.cueMs).toBe(50_000);
  });

  it("comes back to a room that was paused elsewhere: stops now and takes a new cue", () => {
    const first = follow([], playing(1, 0, 1000), 5000);
    const off = follow(first.voices, paused(1, 50_000), 6000);
    expect(off.plan.keep[0]?.line).toMatchObject({ stopMs: 6000, isCutShort: true });
    expect(off.plan.open[0]?.cueMs).toBe(50_000);
  });

  it("an idle room is silent", () => {
    const first = follow([], playing(1, 0, 1000), 5000);
    const off = follow(first.voices, IDLE, 6000);
    expect(off.voices[0]?.line).toMatchObject({ stopMs: 6000, isCutShort: true });
    expect(follow(off.voices, IDLE, 7000).voices).toEqual([]);
  });
});
