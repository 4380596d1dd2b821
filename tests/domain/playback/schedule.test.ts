import { describe, expect, it } from "vitest";
import { DEFAULT_PLAY_ORDER } from "#app/domain/playback/play-order.ts";
import { IDLE, type Playback } from "#app/domain/playback/playback.ts";
import { advanceTimeline, listSegments } from "#app/domain/playback/schedule.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import { decide } from "#app/domain/room/decide.ts";
import { nextAlarmMs } from "#app/domain/room/room-alarm.ts";
import { WAKE_EVERY_MS } from "#app/domain/sync/wake-window.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/units.ts";
import { actorAs, applyCommand, buildPlaylist, buildRoom, contextAt, entryId, playing } from "#tests/support/builders.ts";

const advanced = (playlist: Playlist, playback: Playback, serverNowMs: number): Playback =>
  advanceTimeline({ playlist, playback, order: DEFAULT_PLAY_ORDER }, serverNowMs).at(-1)?.playback ?? playback;

describe("schedule", () => {
  it("SC1 an entry starts exactly when the previous one ends, to the fraction of a millisecond", () => {
    const playlist = buildPlaylist(3, 1000.25);
    expect(advanced(playlist, playing(1, 0, 5000), 6000.3)).toEqual(playing(2, 0, 6000.25));
    expect(advanced(playlist, playing(1, 0, 5000), 6000.2)).toEqual(playing(1, 0, 5000));
  });

  it("SC2 a room that was asleep advances through the entries that ended meanwhile", () => {
    const playlist = buildPlaylist(100, 60_000);
    expect(advanced(playlist, playing(1, 30_000, 0), 3_600_000)).toEqual(playing(61, 0, 3_570_000));
  });

  it("SC2 after the last entry the playlist stops, with its first entry current and paused", () => {
    const playlist = buildPlaylist(2, 1000);
    expect(advanced(playlist, playing(1, 0, 0), 1e9)).toEqual({
      status: "paused",
      entryId: entryId(1),
      positionMs: 0,
    });
  });

  it("SC2 an idle room does not advance", () => {
    const playlist = buildPlaylist(2);
    expect(advanced(playlist, IDLE, 1e12)).toBe(IDLE);
  });

  it("SC3 a command applies to the current state, not to the stored one", () => {
    const slept = { ...buildRoom(3, 60_000), playback: playing(1, 0, 0) };
    // the first entry has ended, so "next" for it does nothing
    const moved = applyCommand(slept, { type: "next", entryId: entryId(1) }, { moment: contextAt(70_000) });
    expect(moved.playback).toEqual(playing(2, 0, 60_000));
    const refused = decide(slept, { type: "play" }, actorAs("viewer"), contextAt(70_000));
    expect(refused).toEqual({ ok: false, error: "forbidden" });
  });

  it("SC4 a device receives the current and the following entries", () => {
    const playlist = buildPlaylist(3, 1000);
    const [current, next, none] = listSegments(
      { playlist, playback: playing(2, 400, 5000), order: DEFAULT_PLAY_ORDER },
      { serverNowMs: 5100, count: 3 },
    );
    expect(current).toMatchObject({ entry: { id: entryId(2) }, startMs: 5000, startPositionMs: 400, endMs: 5600 });
    expect(next).toMatchObject({ entry: { id: entryId(3) }, startMs: 5600, startPositionMs: 0, endMs: 6600 });
    expect(none).toBeUndefined();
  });

  const timelineAt = (playback: Playback) => ({ playlist: buildPlaylist(2, 1000), playback, order: DEFAULT_PLAY_ORDER });

  it("SC5 a room with connections wakes when the current entry ends, and to check them", () => {
    const on = { presenceCheckedAtMs: 4000, emptySinceMs: null, nowMs: 5500 };
    expect(nextAlarmMs({ ...on, timeline: timelineAt(playing(1, 0, WAKE_EVERY_MS - 500)) })).toBe(WAKE_EVERY_MS);
    expect(nextAlarmMs({ ...on, timeline: timelineAt(playing(1, 0, 5000)) })).toBe(6000);
    expect(nextAlarmMs({ ...on, timeline: timelineAt(IDLE) })).toBe(WAKE_EVERY_MS);
  });

  it("SC5 a room without connections wakes less often, and not at all while nothing plays", () => {
    const empty = { presenceCheckedAtMs: 4000, emptySinceMs: 5000, nowMs: 5500 };
    const timeline = timelineAt(playing(1, 0, 5000));
    expect(nextAlarmMs({ ...empty, timeline: timelineAt(IDLE) })).toBeNull();
    expect(nextAlarmMs({ ...empty, timeline: timelineAt(playing(1, 0, 10 * MINUTE_MS)) })).toBe(10 * MINUTE_MS + 1000);
    expect(nextAlarmMs({ ...empty, timeline })).toBe(5500 + MINUTE_MS);
    expect(nextAlarmMs({ ...empty, emptySinceMs: 5500 - 2 * HOUR_MS, timeline })).toBe(5500 + 10 * MINUTE_MS);
  });

  it("SC5 a room that is behind wakes at once", () => {
    const timeline = timelineAt(playing(1, 0, 0));
    expect(nextAlarmMs({ timeline, presenceCheckedAtMs: 0, emptySinceMs: 0, nowMs: 3000 })).toBe(3000);
  });

  it("SC6 an entry is current for a second at least, and silent after its end", () => {
    const timeline = { playlist: buildPlaylist(3, 100), playback: playing(1, 0, 5000), order: DEFAULT_PLAY_ORDER };
    const [first, second] = listSegments(timeline, { serverNowMs: 5000, count: 2 });
    expect(first).toMatchObject({ endMs: 5100, fadeOutMs: 0 });
    expect(second).toMatchObject({ entry: { id: entryId(2) }, startMs: 6000, endMs: 6100, fadeInMs: 0 });
    const repeating = { ...timeline, order: { ...DEFAULT_PLAY_ORDER, repeat: "one" as const } };
    expect(advanceTimeline(repeating, 65_999).at(-1)?.playback).toEqual(playing(1, 0, 65_000));
  });
});
