import type { EntryId } from "#app/domain/ids.ts";
import { type Entry, type RankChange, withoutEntries } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail, ok } from "#app/domain/result.ts";
import type { Placement } from "#app/domain/room-log/room-log.ts";
import { selectFirst } from "./add-entries.ts";
import { canArrangeEntry, removeAll } from "./decide-playlist.ts";
import { type Events, type Moment, NO_EVENTS, type PersonActor } from "./decision.ts";
import { evolve, type RoomState } from "./room.ts";
import type { RoomEvent } from "./room-event.ts";

type Caller = { readonly actor: PersonActor; readonly moment: Moment };

/**
 * Puts entries where they were: back into the playlist, to a former rank, or out of it. `returning` has the entries that the
 * playlist lacks; the others of them stay away. Where another entry has taken a rank, the nearest free one after it is used.
 */
export function placeEntries(
  state: RoomState,
  { placements, returning }: { readonly placements: readonly Placement[]; readonly returning: readonly Entry[] },
  { actor, moment }: Caller,
): Events {
  const { leaving, moves, added } = sortPlacements(state, placements, returning);
  const affected = [...leaving, ...added, ...moves.map(({ entry }) => entry)];
  if (affected.length === 0) return NO_EVENTS;
  if (!affected.every((entry) => canArrangeEntry(entry, actor, state.info))) return fail("forbidden");
  const entryCount = state.playlist.length + added.length - leaving.length;
  if (entryCount > playlistLimits.playlistEntries) return fail("playlist-full");
  const placed = assignRanks(state, { leaving, moves, added });
  const after = placed.reduce(evolve, state);
  const removed = removeAll(after, leaving, moment);
  if (!removed.ok) return removed;
  return ok([...placed, ...removed.value, ...selectFirst(state, added[0])]);
}

type Move = { readonly entry: Entry; readonly rank: string };
type Sorted = { readonly leaving: readonly Entry[]; readonly moves: readonly Move[]; readonly added: readonly Entry[] };

function sortPlacements({ playlist }: RoomState, placements: readonly Placement[], returning: readonly Entry[]): Sorted {
  const present = new Map(playlist.map((entry) => [entry.id, entry]));
  const absent = new Map(returning.map((entry) => [entry.id, entry]));
  const leaving: Entry[] = [];
  const moves: Move[] = [];
  const added: Entry[] = [];
  for (const { entryId, rank } of placements) {
    const entry = present.get(entryId);
    const former = entry ? undefined : absent.get(entryId);
    if (entry && rank === null) leaving.push(entry);
    else if (entry && rank !== null && rank !== entry.rank) moves.push({ entry, rank });
    else if (former && rank !== null) added.push({ ...former, rank });
  }
  return { leaving, moves, added };
}

function assignRanks({ playlist }: RoomState, { leaving, moves, added }: Sorted): readonly RoomEvent[] {
  const replaced = new Set<EntryId>([...leaving, ...moves.map(({ entry }) => entry)].map(({ id }) => id));
  const taken = new Set(withoutEntries(playlist, replaced).map(({ rank }) => rank));
  const takeFree = (rank: string): string => {
    if (taken.has(rank)) return takeFree(`${rank}V`);
    taken.add(rank);
    return rank;
  };
  const entries = added.map((entry) => ({ ...entry, rank: takeFree(entry.rank) }));
  const ranks = moves.map(({ entry, rank }): RankChange => ({ entryId: entry.id, rank: takeFree(rank) }));
  return [
    ...(entries.length > 0 ? [{ type: "entries-added", entries } as const] : []),
    ...(ranks.length > 0 ? [{ type: "entries-moved", ranks } as const] : []),
  ];
}
