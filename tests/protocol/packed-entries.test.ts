import { describe, expect, it } from "vitest";
import type { ObjectId, TrackId, UserId } from "#app/domain/ids.ts";
import { type Entry, type Playlist, ranksAfter } from "#app/domain/playlist/playlist.ts";
import { packEntries, unpackEntries } from "#app/protocol/packed-entries.ts";
import { buildEntry, buildPlaylist } from "#tests/support/builders.ts";

/** Gives each entry the same id as its track, as in a room where the tracks were uploaded. */
function withTrackIds(playlist: Playlist): Playlist {
  const idOf = (n: number) =>
    `entry${"a".repeat(8)}${String.fromCharCode(97 + (n % 26))}${String.fromCharCode(97 + ((n / 26) % 26))}2`;
  return playlist.map((entry, i) => ({
    ...entry,
    id: idOf(i) as Entry["id"],
    track: { ...entry.track, id: idOf(i) as string as TrackId },
  }));
}

describe("packed entries", () => {
  it("unpack to the same entries", () => {
    const [first, second, third] = withTrackIds(buildPlaylist(3));
    if (!first || !second || !third) throw new Error("no entries");
    const playlist: Playlist = [
      {
        ...first,
        track: {
          ...first.track,
          title: "Да, «нет» | \n,",
          artist: "",
          year: 1999,
          hue: 0,
          cover: first.track.id as string as ObjectId,
        },
      },
      {
        ...second,
        rank: `${second.rank}V`,
        addedBy: "bbbbbbbbbbbbbbbb" as UserId,
        track: { ...second.track, id: "cccccccccccccccc" as TrackId },
      },
      {
        ...third,
        addedAtMs: 5,
        track: {
          ...third.track,
          durationMs: 181_237.551,
          loudnessLufs: -9.3,
          truePeakDb: 0.4,
          cover: "dddddddddddddddd" as ObjectId,
          uploadedAtMs: 5,
          lyricsAtMs: 4_000_000_005,
        },
      },
    ];
    expect(unpackEntries(packEntries(playlist))).toEqual(playlist);
  });

  it("unpack to nothing for an empty playlist", () => {
    expect(unpackEntries(packEntries([]))).toEqual([]);
  });

  it("round durations to microseconds and levels to tenths of a decibel", () => {
    const [entry] = withTrackIds([{ ...buildEntry(1, { durationMs: 1000.0004 }), rank: "a0" }]);
    if (!entry) throw new Error("no entry");
    const [back] = unpackEntries(packEntries([{ ...entry, track: { ...entry.track, loudnessLufs: -14.04 } }]));
    expect(back?.track).toMatchObject({ durationMs: 1000, loudnessLufs: -14 });
  });

  it("take about a hundred bytes per entry", () => {
    const count = 2000;
    const ranks = ranksAfter([], null, { count });
    const playlist = withTrackIds(
      ranks.map((rank, i) => ({ ...buildEntry(i, { addedAtMs: 1_800_000_000_000 + i * 4321 }), rank })),
    ).map((entry, i) => ({
      ...entry,
      track: {
        ...entry.track,
        ...{
          title: `Some song of ordinary name ${i}`,
          artist: `Artist ${i % 200}`,
          album: `Album ${i % 300}`,
          genre: "Ambient",
        },
        ...{ year: 1980 + (i % 40), durationMs: 180_000 + i * 17.123, sizeBytes: 9_000_000 + i, hue: i % 360 },
        ...{ cover: entry.track.id as string as ObjectId, loudnessLufs: -9.1, truePeakDb: -0.3 },
      },
    }));
    expect(JSON.stringify(packEntries(playlist)).length / count).toBeLessThan(110);
  });
});
