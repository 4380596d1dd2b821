import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import type { EntryId, UserId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";

/** A track's place in a room's playlist. A playlist can contain a track more than once. */
export type Entry = {
  readonly id: EntryId;
  /** Sort key of the playlist, compared as text. Moving one entry changes one rank (fractional indexing). */
  readonly rank: string;
  readonly addedBy: UserId;
  readonly addedAtMs: number;
  readonly track: Track;
};

/** Sorted by rank. Ranks are unique within a room. */
export type Playlist = readonly Entry[];

export type RankChange = { readonly entryId: EntryId; readonly rank: string };

const NO_ENTRIES: ReadonlySet<EntryId> = new Set();

/** Ranks for `count` entries after `afterId`, or at the top if it is null. The entries in `without` are ignored. */
export function ranksAfter(
  playlist: Playlist,
  afterId: EntryId | null,
  { count, without = NO_ENTRIES }: { readonly count: number; readonly without?: ReadonlySet<EntryId> },
): readonly string[] {
  const remaining = without.size === 0 ? playlist : withoutEntries(playlist, without);
  const at = afterId === null ? -1 : remaining.findIndex((entry) => entry.id === afterId);
  return generateNKeysBetween(remaining[at]?.rank ?? null, remaining[at + 1]?.rank ?? null, count);
}

/** Short ranks for all entries, in their order. */
export function renewRanks(playlist: Playlist): readonly RankChange[] {
  const ranks = generateNKeysBetween(null, null, playlist.length);
  return playlist.map(({ id }, i) => ({ entryId: id, rank: ranks[i] ?? "" }));
}

/** The rank of an entry that is appended after `rank`, or to an empty playlist if it is null. */
export function rankAfter(rank: string | null): string {
  return generateKeyBetween(rank, null);
}

export function withEntries(playlist: Playlist, added: readonly Entry[]): Playlist {
  return added.length === 0 ? playlist : merge(playlist, [...added].sort(byRank));
}

export function withoutEntries(playlist: Playlist, ids: ReadonlySet<EntryId>): Playlist {
  return playlist.filter((entry) => !ids.has(entry.id));
}

export function withRanks(playlist: Playlist, changes: readonly RankChange[]): Playlist {
  const newRanks = new Map(changes.map((change) => [change.entryId, change.rank]));
  const moved = playlist.flatMap((entry) => {
    const rank = newRanks.get(entry.id);
    return rank === undefined ? [] : [{ ...entry, rank }];
  });
  const others = playlist.filter(({ id }) => !newRanks.has(id));
  return merge(others, moved.sort(byRank));
}

/** Joins two sorted playlists. */
function merge(left: Playlist, right: Playlist): Playlist {
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of left) {
    for (let other = right[next]; other && byRank(other, entry) < 0; other = right[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(entry);
  }
  return [...merged, ...right.slice(next)];
}

export function withTrack(playlist: Playlist, ids: ReadonlySet<EntryId>, track: Track): Playlist {
  return playlist.map((entry) => (ids.has(entry.id) ? { ...entry, track } : entry));
}

/** The places of the entries of each playlist, made when they are first asked for. A playlist never changes. */
const places = new WeakMap<Playlist, ReadonlyMap<EntryId, number>>();

/** The place of an entry, from 0; -1 if the playlist does not contain it. */
export function findPlace(playlist: Playlist, id: EntryId): number {
  const known = places.get(playlist) ?? new Map(playlist.map((entry, place) => [entry.id, place]));
  places.set(playlist, known);
  return known.get(id) ?? -1;
}

export function findEntry(playlist: Playlist, id: EntryId | null): Entry | undefined {
  return id === null ? undefined : playlist[findPlace(playlist, id)];
}

/** The entry directly after `id` (1) or before it (-1). */
export function findNeighbor(playlist: Playlist, id: EntryId, steps: 1 | -1): Entry | undefined {
  const at = findPlace(playlist, id);
  return at < 0 ? undefined : playlist[at + steps];
}

/** The place of the first entry whose rank is greater; the length of the playlist if there is none. */
export function findPlaceAfter(playlist: Playlist, rank: string): number {
  let [from, to] = [0, playlist.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const entry = playlist[middle];
    if (entry && entry.rank > rank) to = middle;
    else from = middle + 1;
  }
  return from;
}

export function totalDurationMs(playlist: Playlist): number {
  return playlist.reduce((sum, entry) => sum + entry.track.durationMs, 0);
}

function byRank(a: Entry, b: Entry): number {
  return a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.id < b.id ? -1 : 1;
}
