import { describe, expect, it } from "vitest";
import { DEFAULT_PLAY_ORDER, type PlayOrder } from "#app/domain/playback/play-order.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import { advanceTimeline, findAdvance, listSegments, type Timeline } from "#app/domain/playback/schedule.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import { nextAlarmMs } from "#app/domain/room/room-alarm.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import {
  applyCommand,
  buildEntry,
  buildPlaylist,
  buildRoom,
  contextAt,
  entryId,
  playing,
  SERVER,
} from "#tests/support/builders.ts";

const LENGTH_MS = 100_000.25;
const FADE_MS = 8000;
const START_MS = 1_700_000_000_000;

type Options = { readonly playlist?: Playlist; readonly order?: Partial<PlayOrder>; readonly playback?: Playback };

function timelineOf({
  playlist = buildPlaylist(3, LENGTH_MS),
  order,
  playback = playing(1, 0, START_MS),
}: Options = {}): Timeline {
  return { playlist, playback, order: { ...DEFAULT_PLAY_ORDER, crossfadeMs: FADE_MS, ...order } };
}

/** How long before the end of the current entry the room advances, ms. */
function overlapOf(options: Options): number {
  const { atMs, endMs } = findAdvance(timelineOf(options)) ?? { atMs: Number.NaN, endMs: 0 };
  return Math.max(0, endMs - atMs);
}

/** A playlist of tracks with these properties. */
const playlistOf = (...tracks: readonly Partial<Track>[]): Playlist =>
  buildPlaylist(tracks.length, LENGTH_MS).map((entry, i) => ({ ...entry, track: { ...entry.track, ...tracks[i] } }));

const fadedIn = (n: number, anchorMs: number, fadeInMs: number) => ({ ...playing(n, 0, anchorMs), fadeInMs });

describe("a crossfade", () => {
  it("CF1 begins its length before the end of the current entry, which is when the room advances and wakes", () => {
    const timeline = timelineOf();
    const nextMs = START_MS + LENGTH_MS - FADE_MS;
    expect(advanceTimeline(timeline, nextMs - 0.1)).toEqual([]);
    expect(advanceTimeline(timeline, nextMs)).toEqual([{ playback: fadedIn(2, nextMs, FADE_MS), isNewRound: false }]);
    expect(nextAlarmMs({ timeline, presenceCheckedAtMs: 0, emptySinceMs: START_MS, nowMs: START_MS })).toBe(nextMs);
    expect(listSegments(timeline, { serverNowMs: START_MS, count: 3 })).toMatchObject([
      { startMs: START_MS, endMs: nextMs + FADE_MS, fadeInMs: 0, fadeOutMs: FADE_MS },
      { startMs: nextMs, endMs: nextMs + LENGTH_MS, fadeInMs: FADE_MS, fadeOutMs: FADE_MS },
      { startMs: nextMs + LENGTH_MS - FADE_MS, fadeInMs: FADE_MS, fadeOutMs: 0 },
    ]);
  });

  it("CF1 is off unless the room has turned it on", () => {
    expect(overlapOf({ order: { crossfadeMs: 0 } })).toBe(0);
  });

  it("CF2 takes at most half of the shorter track", () => {
    const short = { durationMs: 6000 };
    expect(overlapOf({ playlist: playlistOf({}, short) })).toBe(3000);
    expect(overlapOf({ playlist: playlistOf(short, {}) })).toBe(3000);
    expect(overlapOf({ playlist: playlistOf({}, { durationMs: 0 }) })).toBe(0);
    expect(overlapOf({ playlist: playlistOf({ durationMs: 0 }, {}) })).toBe(0);
  });

  it("CF2 needs another track that follows", () => {
    const last = playing(3, 0, START_MS);
    expect(overlapOf({ playback: last })).toBe(0);
    expect(overlapOf({ playback: last, order: { repeat: "all" } })).toBe(FADE_MS);
    expect(overlapOf({ order: { repeat: "one" } })).toBe(0);
    expect(overlapOf({ playlist: buildPlaylist(1, LENGTH_MS), order: { repeat: "all" } })).toBe(0);
    expect(overlapOf({ playback: last, order: { upNext: [entryId(1)] } })).toBe(FADE_MS);
  });

  const ALBUM = { album: "Blue", artist: "Ana" };
  const NEIGHBORS: readonly [string, number, Playlist, Partial<PlayOrder>][] = [
    ["follow each other", 0, playlistOf(ALBUM, ALBUM), {}],
    ["are written differently", 0, playlistOf(ALBUM, { album: "BLUE", artist: "ana" }), {}],
    ["name a guest", 0, playlistOf({ ...ALBUM, artist: "Ana feat. Bo" }, ALBUM), {}],
    ["have another track between them", FADE_MS, playlistOf(ALBUM, {}, ALBUM), { upNext: [entryId(3)] }],
    ["follow in the other direction", FADE_MS, playlistOf(ALBUM, ALBUM), { repeat: "all", upNext: [] }],
    ["belong to albums of the same name", FADE_MS, playlistOf(ALBUM, { ...ALBUM, artist: "Bo" }), {}],
    ["have no album", FADE_MS, playlistOf({ artist: "Ana" }, { artist: "Ana" }), {}],
  ];
  it.each(NEIGHBORS)("CF3 tracks of an album that %s overlap by %d ms", (title, overlap, playlist, order) => {
    const playback = playing(title.endsWith("direction") ? 2 : 1, 0, START_MS);
    expect(overlapOf({ playlist, order, playback })).toBe(overlap);
  });

  it("CF4 leaves an entry that starts near its end alone for a second, or for half of what is left", () => {
    const startingBefore = (leftMs: number) => overlapOf({ playback: playing(1, LENGTH_MS - leftMs, START_MS) });
    expect(startingBefore(15_000)).toBe(FADE_MS);
    expect(startingBefore(5000)).toBe(4000);
    expect(startingBefore(600)).toBe(300);
    expect(startingBefore(0)).toBe(0);
  });

  it("CF5 is part of the rounds that a sleeping room has missed", () => {
    const playlist = playlistOf(ALBUM, ALBUM, { durationMs: 10_000 });
    const timeline = timelineOf({ playlist, order: { repeat: "all" } });
    // two fades of five seconds, and none between the tracks of the album
    const roundMs = 2 * LENGTH_MS + 10_000 - 2 * 5000;
    const playbackAfter = (rounds: number) => advanceTimeline(timeline, START_MS + rounds * roundMs + 500).at(-1)?.playback;
    expect(playbackAfter(1)).toEqual(fadedIn(1, START_MS + roundMs, 5000));
    const late = playbackAfter(50_000);
    expect(late).toMatchObject({ entryId: entryId(1), fadeInMs: 5000 });
    expect(late?.status === "playing" && late.anchorMs).toBeCloseTo(START_MS + 50_000 * roundMs, 0);
  });
});

describe("a change shortly before the end", () => {
  const END_MS = START_MS + LENGTH_MS;
  const LEAD_MS = 200;

  function playbackAfter(command: RoomCommand, leftMs: number, { order = {}, count = 3, n = 1 } = {}): Playback {
    const room = { ...buildRoom(count, LENGTH_MS), playback: playing(n, 0, START_MS) };
    const state = { ...room, order: { ...room.order, ...order } };
    return applyCommand(state, command, { moment: contextAt(END_MS - leftMs, LEAD_MS) }).playback;
  }

  it("CF6 starts the next entry after the lead, with a shorter crossfade", () => {
    const turnOn = { type: "crossfade", ms: FADE_MS } as const;
    expect(playbackAfter(turnOn, 5000)).toEqual(fadedIn(2, END_MS - 4800, 4800));
    expect(playbackAfter(turnOn, 8100)).toEqual(fadedIn(2, END_MS - 7900, 7900));
    expect(playbackAfter(turnOn, 8300)).toEqual(playing(1, 0, START_MS));
    // without a gap, if the end is nearer than the lead
    expect(playbackAfter(turnOn, 100)).toEqual(playing(2, 0, END_MS));
  });

  it("CF6 does so for the end of a repeat, and for an entry that is added after the last one", () => {
    const repeating = { order: { repeat: "one", crossfadeMs: FADE_MS } as const };
    expect(playbackAfter({ type: "repeat", repeat: "off" }, 5000, repeating)).toEqual(fadedIn(2, END_MS - 4800, 4800));
    const room = { ...buildRoom(1, LENGTH_MS), playback: playing(1, 0, START_MS) };
    const state = { ...room, order: { ...room.order, crossfadeMs: FADE_MS } };
    const person = { id: room.info.owner.id, name: "Owner", avatar: "#000000" };
    const add = { type: "add", entries: [buildEntry(2)], person } as const;
    const added = applyCommand(state, add, { actor: SERVER, moment: contextAt(END_MS - 5000, LEAD_MS) });
    expect(added.playback).toEqual(fadedIn(2, END_MS - 4800, 4800));
  });

  it("CF6 leaves the current entry alone if the next one starts later than planned", () => {
    const order = { crossfadeMs: 12_000 };
    expect(playbackAfter({ type: "crossfade", ms: 1000 }, 13_000, { order })).toEqual(playing(1, 0, START_MS));
    expect(playbackAfter({ type: "shuffle", isOn: true }, 12_050, { order })).toEqual(playing(1, 0, START_MS));
  });
});
