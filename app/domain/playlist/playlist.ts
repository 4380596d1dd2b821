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
  const lastRank = playlist[playlist.length - 1]?.rank ?? "";
  const sorted = [...added].sort(byRank);
  const first = sorted[0];
  if (first === undefined) return playlist;
  const joined = [...playlist, ...sorted];
  return first.rank > lastRank ? joined : joined.sort(byRank);
}

export function withoutEntries(playlist: Playlist, ids: ReadonlySet<EntryId>): Playlist {
  return playlist.filter((entry) => !ids.has(entry.id));
}

export function withRanks(playlist: Playlist, changes: readonly RankChange[]): Playlist {
  const newRanks = new Map(changes.map((change) => [change.entryId, change.rank]));
  return playlist
    .map((entry) => {
      const rank = newRanks.get(entry.id);
      return rank === undefined ? entry : { ...entry, rank };
    })
    .sort(byRank);
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
