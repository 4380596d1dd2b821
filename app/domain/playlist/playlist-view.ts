import { parseSearchQuery, toSearchKey, toSortKey } from "#app/domain/text/search-key.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { Entry, Playlist } from "./playlist.ts";

/** The sort orders (§9). `manual` is the order in which the room plays; the others only change the view. */
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

export const DEFAULT_PLAYLIST_QUERY: PlaylistQuery = { search: "", sort: "manual" };

/** Whether the view shows the entire playlist in manual order, so that a position in the view is one in the playlist. */
export function isPlaylistOrder({ search, sort }: PlaylistQuery): boolean {
  return sort === "manual" && parseSearchQuery(search).length === 0;
}

/**
 * The entries that contain all words of the search, sorted; equal entries keep the playlist's order. `previous` is the
 * view before the change. It affects only the speed: sorting a nearly sorted list is fast.
 */
export function viewPlaylist(playlist: Playlist, { search, sort }: PlaylistQuery, previous: Playlist = []): Playlist {
  const words = parseSearchQuery(search);
  const found = words.length === 0 ? playlist : playlist.filter(({ track }) => containsAll(getSearchKey(track), words));
  return sort === "manual" ? found : sortEntries(found, sort, previous);
}

function sortEntries(entries: Playlist, sort: Exclude<PlaylistSort, "manual">, previous: Playlist): Playlist {
  const { toKey, isDescending = false } = SORTS[sort];
  const rows = entries.map((entry, at) => ({ entry, key: toKey(entry), at }));
  const sign = isDescending ? -1 : 1;
  return presort(rows, previous)
    .sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.at - b.at))
    .map(({ entry }) => entry);
}

/** The rows of the previous view in its order, then the new rows. */
function presort<Row extends { readonly entry: Entry }>(rows: readonly Row[], previous: Playlist): Row[] {
  if (previous.length === 0) return [...rows];
  const remaining = new Map<Entry, Row>();
  for (const row of rows) remaining.set(row.entry, row);
  const sorted: Row[] = [];
  for (const entry of previous) {
    const row = remaining.get(entry);
    if (!row) continue;
    sorted.push(row);
    remaining.delete(entry);
  }
  return sorted.concat([...remaining.values()]);
}

type SortRule = {
  /** All keys of one rule have the same type. */
  readonly toKey: (entry: Entry) => string | number;
  readonly isDescending?: boolean;
};

const SORTS: Record<Exclude<PlaylistSort, "manual">, SortRule> = {
  newest: { toKey: ({ addedAtMs }) => addedAtMs, isDescending: true },
  oldest: { toKey: ({ addedAtMs }) => addedAtMs },
  title: { toKey: ({ track }) => getTitleKey(track) },
  titleReverse: { toKey: ({ track }) => getTitleKey(track), isDescending: true },
  artist: { toKey: ({ track }) => getArtistKey(track) },
  size: { toKey: ({ track }) => track.sizeBytes, isDescending: true },
  duration: { toKey: ({ track }) => track.durationMs, isDescending: true },
  uploaded: { toKey: ({ track }) => track.uploadedAtMs, isDescending: true },
};

function containsAll(key: string, words: readonly string[]): boolean {
  return words.every((word) => key.includes(word));
}

// keys are cached, because every typed letter searches all tracks; a changed track is another object
const searchKeys = new WeakMap<Track, string>();
const titleKeys = new WeakMap<Track, string>();
const artistKeys = new WeakMap<Track, string>();

function getSearchKey(track: Track): string {
  return getCached(searchKeys, track, ({ title, artist, album }) => toSearchKey(title, artist, album));
}

function getTitleKey(track: Track): string {
  return getCached(titleKeys, track, ({ title }) => toSortKey(title));
}

/** Tracks without an artist sort last. */
function getArtistKey(track: Track): string {
  return getCached(artistKeys, track, ({ artist }) => `${toSortKey(artist) || LAST_KEY}\n${getTitleKey(track)}`);
}

const LAST_KEY = "\u{10ffff}";

function getCached<T>(cache: WeakMap<Track, T>, track: Track, compute: (track: Track) => T): T {
  const cached = cache.get(track);
  if (cached !== undefined) return cached;
  const value = compute(track);
  cache.set(track, value);
  return value;
}
