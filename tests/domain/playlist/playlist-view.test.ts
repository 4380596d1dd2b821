import { describe, expect, it } from "vitest";
import type { Entry, Playlist } from "#app/domain/playlist/playlist.ts";
import { isPlaylistOrder, PLAYLIST_SORTS, viewPlaylist } from "#app/domain/playlist/playlist-view.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { buildEntry, buildPlaylist, entryId } from "#tests/support/builders.ts";

const TRACKS: readonly Partial<Track>[] = [
  { title: "Ёлка", artist: "Хор", album: "Зима", sizeBytes: 3, durationMs: 20, uploadedAtMs: 5 },
  { title: "Élan", artist: "", album: "Lowlight", sizeBytes: 1, durationMs: 30, uploadedAtMs: 9 },
  { title: "ель", artist: "Oda & the Ferrymen", album: "", sizeBytes: 2, durationMs: 10, uploadedAtMs: 7 },
  { title: "Salt Stairs", artist: "oda", album: "Зима", sizeBytes: 9, durationMs: 40, uploadedAtMs: 1 },
];
const playlist: readonly Entry[] = buildPlaylist(4).map((entry, i) => ({
  ...entry,
  addedAtMs: [40, 10, 30, 20][i] ?? 0,
  track: { ...buildEntry(i + 1).track, ...TRACKS[i] },
}));
const view = (query: Parameters<typeof viewPlaylist>[1]) =>
  viewPlaylist(playlist, query).map((entry) => playlist.indexOf(entry) + 1);

describe("playlist view", () => {
  it("PV1 a search finds all words in any order, in title, artist and album, ignoring case and with ё as е", () => {
    const found = (search: string) => view({ search, sort: "manual" });
    expect(found("ЕЛКА")).toEqual([1]);
    expect(found("зима")).toEqual([1, 4]);
    expect(found("  oda зима ")).toEqual([4]);
    expect(found("ferry oda")).toEqual([3]);
    expect(found("unknown")).toEqual([]);
    expect(found(" ")).toEqual([1, 2, 3, 4]);
  });

  it("PV2 every sort order of the specification exists, and the manual one is the playlist's", () => {
    expect(viewPlaylist(playlist, { search: "", sort: "manual" })).toBe(playlist);
    const sorted = Object.fromEntries(PLAYLIST_SORTS.map((sort) => [sort, view({ search: "", sort })]));
    expect(sorted).toEqual({
      manual: [1, 2, 3, 4],
      newest: [1, 3, 4, 2],
      oldest: [2, 4, 3, 1],
      title: [2, 4, 3, 1],
      titleReverse: [1, 3, 4, 2],
      artist: [4, 3, 1, 2],
      size: [4, 1, 3, 2],
      duration: [4, 2, 1, 3],
      uploaded: [2, 3, 1, 4],
    });
  });

  it("PV2 equal entries keep the playlist's order", () => {
    const same = playlist.map((entry) => ({ ...entry, track: { ...entry.track, sizeBytes: 5 } }));
    expect(viewPlaylist(same, { search: "", sort: "size" })).toEqual(same);
  });

  it("PV2 the previous view does not affect the result", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed);
      let playing: Playlist = buildPlaylist(60).map((entry) => withFewValues(entry, random));
      let previous: Playlist = [];
      for (let step = 0; step < 60; step++) {
        playing = changeRandomly(playing, random);
        const sort = PLAYLIST_SORTS[Math.floor((step / 60) * PLAYLIST_SORTS.length)] ?? "manual";
        const query = { search: random() < 0.1 ? "a" : "", sort };
        const fresh = viewPlaylist(playing, query);
        previous = viewPlaylist(playing, query, previous);
        expect(
          previous.map(({ id }) => id),
          `seed ${seed}, step ${step}`,
        ).toEqual(fresh.map(({ id }) => id));
      }
    }
  });

  it("PV3 a view is in playlist order only without a search and a sort order", () => {
    expect(isPlaylistOrder({ search: " ", sort: "manual" })).toBe(true);
    expect(isPlaylistOrder({ search: "a", sort: "manual" })).toBe(false);
    expect(isPlaylistOrder({ search: "", sort: "title" })).toBe(false);
  });
});

/** Gives the entry one of few names, sizes and times, so that many entries are equal. */
function withFewValues(entry: Entry, random: () => number): Entry {
  const few = () => Math.floor(random() * 4);
  const track = {
    ...entry.track,
    title: "aбcё"[few()] ?? "",
    artist: "aя"[few()] ?? "",
    sizeBytes: few(),
    durationMs: few(),
  };
  return { ...entry, addedAtMs: few(), track };
}

/** Moves an entry, and at random removes, adds or changes one. */
function changeRandomly(playlist: Playlist, random: () => number): Playlist {
  const next = [...playlist];
  const randomIndex = () => Math.floor(random() * next.length);
  const [moved] = next.splice(randomIndex(), 1);
  if (moved && random() < 0.7) next.splice(randomIndex(), 0, moved);
  if (moved && random() < 0.3)
    next.splice(randomIndex(), 0, withFewValues({ ...moved, id: entryId(1000 + Math.floor(random() * 1e6)) }, random));
  const at = randomIndex();
  const entry = next[at];
  if (entry && random() < 0.3) next[at] = withFewValues(entry, random);
  return next;
}
