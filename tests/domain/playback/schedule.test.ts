import { describe, expect, it } from "vitest";
import { PLAIN_ORDER } from "#app/domain/playback/play-order.ts";
import { IDLE, type Playback } from "#app/domain/playback/playback.ts";
import { advance, segmentsFrom } from "#app/domain/playback/schedule.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import { decide } from "#app/domain/room/decide.ts";
import { nextAlarmMs } from "#app/domain/room/room-alarm.ts";
import { applied, as, at, buildPlaylist, buildRoom, entryId } from "#tests/support/builders.ts";

const playing = (n: number, positionMs: number, anchorMs: number): Playback => ({
  status: "playing",
  entryId: entryId(n),
  positionMs,
  anchorMs,
});

const advanced = (playlist: Playlist, playback: Playback, serverNowMs: number): Playback =>
  advance({ playlist, playback, order: PLAIN_ORDER }, serverNowMs).at(-1)?.playback ?? playback;

describe("schedule", () => {
  it("SC1 an entry starts exactly where the one before it ends, to the fraction of a millisecond", () => {
    const playlist = buildPlaylist(3, 1000.25);
    expect(advanced(playlist, playing(1, 0, 5000), 6000.3)).toEqual(playing(2, 0, 6000.25));
    expect(advanced(playlist, playing(1, 0, 5000), 6000.2)).toEqual(playing(1, 0, 5000));
  });

  it("SC2 a room that slept goes through all it missed", () => {
    const playlist = buildPlaylist(100, 60_000);
    expect(advanced(playlist, playing(1, 30_000, 0), 3_600_000)).toEqual(playing(61, 0, 3_570_000));
  });

  it("SC2 behind the last entry the playlist stops, ready at its first", () => {
    const playlist = buildPlaylist(2, 1000);
    expect(advanced(playlist, playing(1, 0, 0), 1e9)).toEqual({
      status: "paused",
      entryId: entryId(1),
      positionMs: 0,
    });
  });

  it("SC2 what is not playing does not go on", () => {
    const playlist = buildPlaylist(2);
    expect(advanced(playlist, IDLE, 1e12)).toBe(IDLE);
  });

  it("SC3 a command meets the room as it is now, not as it was last written", () => {
    const slept = { ...buildRoom(3, 60_000), playback: playing(1, 0, 0) };
    // the first entry ended unnoticed: "next" for it is about a past that is over
    const moved = applied(slept, { type: "next", entryId: entryId(1) }, { moment: at(70_000) });
    expect(moved.playback).toEqual(playing(2, 0, 60_000));
    const refused = decide(slept, { type: "play" }, as("viewer"), at(70_000));
    expect(refused).toEqual({ ok: false, error: "forbidden" });
  });

  it("SC4 a device is told what is on and what follows", () => {
    const playlist = buildPlaylist(3, 1000);
    const [on, next, none] = segmentsFrom(
      { playlist, playback: playing(2, 400, 5000), order: PLAIN_ORDER },
      { serverNowMs: 5100, count: 3 },
    );
    expect(on).toMatchObject({ entry: { id: entryId(2) }, startMs: 5000, startPositionMs: 400, endMs: 5600 });
    expect(next).toMatchObject({ entry: { id: entryId(3) }, startMs: 5600, startPositionMs: 0, endMs: 6600 });
    expect(none).toBeUndefined();
  });

  it("SC5 a room wakes at the end of what plays, to look around while inhabited, else never", () => {
    const playlist = buildPlaylist(2, 1000);
    const on = { playlist, playback: playing(1, 0, 5000), lookedAtMs: 4000 };
    expect(nextAlarmMs({ ...on, isInhabited: false })).toBe(6000);
    expect(nextAlarmMs({ ...on, lookedAtMs: 5500 - connectionLimits.presenceCheckMs, isInhabited: true })).toBe(5500);
    expect(nextAlarmMs({ ...on, playback: IDLE, isInhabited: true })).toBe(4000 + connectionLimits.presenceCheckMs);
    expect(nextAlarmMs({ ...on, playback: IDLE, isInhabited: false })).toBeNull();
  });
});
