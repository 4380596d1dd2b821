import { fold } from "./fold.ts";
import type { Entry, Playlist } from "./playlist.ts";
import { searchFold, searchWords, sortFold } from "./search.ts";
import type { Track } from "./track.ts";

/** §9. `manual` is the order in which the room plays; the others are a way to look at it. */
export const PLAYLIST_SORTS = [
  "manual",
  "newest",
  "oldest",
  "title",
  "titleReverse",
  "artist",
  "size",
  "duration",
  "uploaded",
] as const;
export type PlaylistSort = (typeof PLAYLIST_SORTS)[number];

export type PlaylistQuery = { readonly search: string; readonly sort: PlaylistSort };

export const WHOLE_PLAYLIST: PlaylistQuery = { search: "", sort: "manual" };

/** What is shown is the playlist as it stands, so that a place in one is a place in the other. */
export function isWhole({ search, sort }: PlaylistQuery): boolean {
  return sort === "manual" && searchWords(search).length === 0;
}

/** The entries that have all words of the search, in their sort; equals keep the playlist's order. */
export function viewPlaylist(playlist: Playlist, { search, sort }: PlaylistQuery): Playlist {
  const words = searchWords(search);
  const found = words.length === 0 ? playlist : playlist.filter(({ track }) => hasAll(foldOf(track), words));
  if (sort === "manual") return found;
  const compare = COMPARE[sort];
  return [...found].sort(compare);
}

const COMPARE: Record<Exclude<PlaylistSort, "manual">, (a: Entry, b: Entry) => number> = {
  newest: (a, b) => b.addedAtMs - a.addedAtMs,
  oldest: (a, b) => a.addedAtMs - b.addedAtMs,
  title: (a, b) => inOrder(nameOf(a.track).title, nameOf(b.track).title),
  titleReverse: (a, b) => inOrder(nameOf(b.track).title, nameOf(a.track).title),
  artist: (a, b) => inOrder(nameOf(a.track).artist, nameOf(b.track).artist),
  size: (a, b) => b.track.sizeBytes - a.track.sizeBytes,
  duration: (a, b) => b.track.durationMs - a.track.durationMs,
  uploaded: (a, b) => b.track.uploadedAtMs - a.track.uploadedAtMs,
};

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function hasAll(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word));
}

// a track is folded once, however often somebody types a letter; a track that is told anew is another object
const folds = new WeakMap<Track, string>();
const names = new WeakMap<Track, { readonly title: string; readonly artist: string }>();

function foldOf(track: Track): string {
  return remember(folds, track, ({ title, artist, album }) => searchFold(title, artist, album));
}

/** What has no artist stands behind all that have one. */
function nameOf(track: Track): { readonly title: string; readonly artist: string } {
  return remember(names, track, ({ title, artist }) => {
    const artistName = fold(artist) === "" ? LAST : sortFold(artist);
    return { title: sortFold(title), artist: `${artistName}\n${sortFold(title)}` };
  });
}

const LAST = "\u{10ffff}";

function remember<T>(known: WeakMap<Track, T>, track: Track, make: (track: Track) => T): T {
  const found = known.get(track);
  if (found !== undefined) return found;
  const made = make(track);
  known.set(track, made);
  return made;
}
