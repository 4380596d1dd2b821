import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import type { EntryId, UserId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";

/** A track's place in a room's playlist. The same track may stand in it more than once. */
export type Entry = {
  readonly id: EntryId;
  /** Orders the playlist as plain text. Moving one entry changes one rank (fractional indexing). */
  readonly rank: string;
  readonly addedBy: UserId;
  readonly addedAtMs: number;
  readonly track: Track;
};

/** Sorted by rank; ranks are unique within a room. */
export type Playlist = readonly Entry[];

export type RankChange = { readonly entryId: EntryId; readonly rank: string };

/** Ranks for `count` entries behind `afterId` (null: at the top). `without` are entries that are about to leave. */
export function ranksAfter(
  playlist: Playlist,
  afterId: EntryId | null,
  { count, without = NOBODY }: { readonly count: number; readonly without?: ReadonlySet<EntryId> },
): readonly string[] {
  const effectiveRole = without.size === 0 ? playlist : playlist.filter((entry) => !without.has(entry.id));
  const at = afterId === null ? -1 : effectiveRole.findIndex((entry) => entry.id === afterId);
  return generateNKeysBetween(effectiveRole[at]?.rank ?? null, effectiveRole[at + 1]?.rank ?? null, count);
}

export function ranksAtEnd(playlist: Playlist, count: number): readonly string[] {
  return generateNKeysBetween(playlist[playlist.length - 1]?.rank ?? null, null, count);
}

/** The rank of what is added behind an entry that has nothing behind it. */
export function rankBehind(rank: string | null): string {
  return generateKeyBetween(rank, null);
}

export function withEntries(playlist: Playlist, added: readonly Entry[]): Playlist {
  const last = playlist[playlist.length - 1]?.rank ?? "";
  const inOrder = [...added].sort(byRank);
  const first = inOrder[0];
  if (first === undefined) return playlist;
  const joined = [...playlist, ...inOrder];
  return first.rank > last ? joined : joined.sort(byRank);
}

export function withoutEntries(playlist: Playlist, ids: ReadonlySet<EntryId>): Playlist {
  return playlist.filter((entry) => !ids.has(entry.id));
}

export function withRanks(playlist: Playlist, changes: readonly RankChange[]): Playlist {
  const rankOf = new Map(changes.map((change) => [change.entryId, change.rank]));
  return playlist
    .map((entry) => {
      const rank = rankOf.get(entry.id);
      return rank === undefined ? entry : { ...entry, rank };
    })
    .sort(byRank);
}

export function withTrack(playlist: Playlist, ids: ReadonlySet<EntryId>, track: Track): Playlist {
  return playlist.map((entry) => (ids.has(entry.id) ? { ...entry, track } : entry));
}

export function findEntry(playlist: Playlist, id: EntryId | null): Entry | undefined {
  return id === null ? undefined : playlist.find((entry) => entry.id === id);
}

/** The entry `steps` places behind `id` (negative: before it). */
export function neighbour(playlist: Playlist, id: EntryId, steps: 1 | -1): Entry | undefined {
  const at = playlist.findIndex((entry) => entry.id === id);
  return at < 0 ? undefined : playlist[at + steps];
}

export function totalDurationMs(playlist: Playlist): number {
  return playlist.reduce((sum, entry) => sum + entry.track.durationMs, 0);
}

const NOBODY: ReadonlySet<EntryId> = new Set();

function byRank(a: Entry, b: Entry): number {
  return a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.id < b.id ? -1 : 1;
}
