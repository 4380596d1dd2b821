import { describe, expect, it } from "vitest";
import { ROLES } from "#app/domain/access/permissions.ts";
import { IDLE, type Playback } from "#app/domain/playback/playback.ts";
import {
  canSeeNowPlaying,
  NOTHING_PUBLISHED,
  type NowPlayingProgress,
  nowPlayingLimits,
  planPublication,
  recordPause,
} from "#app/domain/room/now-playing-publication.ts";
import { buildRoom, paused, playing } from "#tests/support/builders.ts";

const FIRST = { title: "Track 1", artist: "Artist" };
const SECOND = { title: "Track 2", artist: "Artist" };

const roomWith = (playback: Playback) => ({ ...buildRoom(3), playback });
const published: NowPlayingProgress = { published: FIRST, nextAtMs: 6000, pausedSinceMs: null };

describe("the track that a room publishes", () => {
  it("NP1 is that of the entry that plays, at once after a quiet time", () => {
    expect(planPublication(NOTHING_PUBLISHED, roomWith(playing(1)))).toEqual({ track: FIRST, dueMs: 0 });
    expect(planPublication(published, roomWith(playing(1)))).toBeNull();
  });

  it("NP1 is published again five seconds later at the earliest, with the entry that plays then", () => {
    expect(planPublication(published, roomWith(playing(2)))).toEqual({ track: SECOND, dueMs: 6000 });
    // a skip back within that time
    expect(planPublication(published, roomWith(playing(1)))).toBeNull();
  });

  it("NP1 follows a track whose tags have changed", () => {
    const room = roomWith(playing(1));
    const [entry, ...others] = room.playlist;
    if (!entry) throw new Error("no entry");
    const playlist = [{ ...entry, track: { ...entry.track, artist: "" } }, ...others];
    expect(planPublication(published, { ...room, playlist })?.track).toEqual({ title: "Track 1", artist: "" });
  });

  it("NP2 stays for two minutes while the room is paused, from the start of the pause on", () => {
    const room = roomWith(paused(1, 500));
    const during = recordPause(published, room, 10_000);
    expect(planPublication(during, room)).toEqual({ track: null, dueMs: 10_000 + nowPlayingLimits.pausedMs });
    expect(recordPause(during, room, 50_000)).toBe(during);
    const resumed = recordPause(during, roomWith(playing(1)), 60_000);
    expect(planPublication(resumed, roomWith(playing(1)))).toBeNull();
    expect(recordPause(resumed, room, 70_000).pausedSinceMs).toBe(70_000);
  });

  it("NP2 is removed from an idle room, and a room that was paused from the start publishes none", () => {
    const idle = roomWith(IDLE);
    expect(planPublication(recordPause(published, idle, 10_000), idle)).toEqual({ track: null, dueMs: 6000 });
    expect(recordPause(NOTHING_PUBLISHED, roomWith(paused(1, 0)), 10_000)).toBe(NOTHING_PUBLISHED);
    expect(planPublication(NOTHING_PUBLISHED, roomWith(paused(1, 0)))).toBeNull();
  });

  it("NP3 is shown to everyone for a public room without a password, and otherwise to members", () => {
    const open = { visibility: "public", hasPassword: false } as const;
    const closed = [
      { visibility: "public", hasPassword: true },
      { visibility: "hidden", hasPassword: false },
      { visibility: "hidden", hasPassword: true },
    ] as const;
    for (const role of [...ROLES, null]) {
      const isMember = role !== null && role !== "requested" && role !== "rejected";
      expect(canSeeNowPlaying(open, role)).toBe(true);
      for (const room of closed) expect(canSeeNowPlaying(room, role)).toBe(isMember);
    }
  });
});
