import { searchKey, searchWords, sortKey } from "#app/domain/text/search-key.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { Entry, Playlist } from "./playlist.ts";

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

/**
 * The entries that have all words of the search, in their sort; equals keep the playlist's order. What was shown before,
 * whatever it was, only makes it quicker: what is nearly in order is soon sorted.
 */
export function viewPlaylist(playlist: Playlist, { search, sort }: PlaylistQuery, former: Playlist = []): Playlist {
  const words = searchWords(search);
  const found = words.length === 0 ? playlist : playlist.filter(({ track }) => hasAll(searchKeyOf(track), words));
  return sort === "manual" ? found : sorted(found, sort, former);
}

function sorted(found: Playlist, sort: Exclude<PlaylistSort, "manual">, former: Playlist): Playlist {
  const { keyOf, isDown = false } = ORDERS[sort];
  const rows = found.map((entry, at) => ({ entry, key: keyOf(entry), at }));
  const down = isDown ? -1 : 1;
  return asBefore(rows, former)
    .sort((a, b) => (a.key < b.key ? -down : a.key > b.key ? down : a.at - b.at))
    .map(({ entry }) => entry);
}

/** Those that were there before as they stood, then what is new. */
function asBefore<Row extends { readonly entry: Entry }>(rows: readonly Row[], former: Playlist): Row[] {
  if (former.length === 0) return [...rows];
  const left = new Map<Entry, Row>();
  for (const row of rows) left.set(row.entry, row);
  const line: Row[] = [];
  for (const entry of former) {
    const row = left.get(entry);
    if (!row) continue;
    line.push(row);
    left.delete(entry);
  }
  return line.concat([...left.values()]);
}

type Order = {
  /** Of one kind in each order: names, or numbers. */
  readonly keyOf: (entry: Entry) => string | number;
  /** The greatest stands first. */
  readonly isDown?: boolean;
};

const ORDERS: Record<Exclude<PlaylistSort, "manual">, Order> = {
  newest: { keyOf: ({ addedAtMs }) => addedAtMs, isDown: true },
  oldest: { keyOf: ({ addedAtMs }) => addedAtMs },
  title: { keyOf: ({ track }) => titleOf(track) },
  titleReverse: { keyOf: ({ track }) => titleOf(track), isDown: true },
  artist: { keyOf: ({ track }) => artistOf(track) },
  size: { keyOf: ({ track }) => track.sizeBytes, isDown: true },
  duration: { keyOf: ({ track }) => track.durationMs, isDown: true },
  uploaded: { keyOf: ({ track }) => track.uploadedAtMs, isDown: true },
};

function hasAll(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word));
}

// a track is folded once, however often somebody types a letter; a track that is told anew is another object
const folds = new WeakMap<Track, string>();
const titles = new WeakMap<Track, string>();
const artists = new WeakMap<Track, string>();

function searchKeyOf(track: Track): string {
  return remember(folds, track, ({ title, artist, album }) => searchKey(title, artist, album));
}

function titleOf(track: Track): string {
  return remember(titles, track, ({ title }) => sortKey(title));
}

/** What has no artist stands behind all that have one. */
function artistOf(track: Track): string {
  return remember(artists, track, ({ artist }) => `${sortKey(artist) || LAST}\n${titleOf(track)}`);
}

const LAST = "\u{10ffff}";

function remember<T>(known: WeakMap<Track, T>, track: Track, make: (track: Track) => T): T {
  const found = known.get(track);
  if (found !== undefined) return found;
  const made = make(track);
  known.set(track, made);
  return made;
}
