import { can } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, TrackId } from "#app/domain/ids.ts";
import { afterRemoval, skip } from "#app/domain/playback/decide-playback.ts";
import { endOfEntryMs } from "#app/domain/playback/schedule.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { type Actor, type Events, type Moment, NO_EVENTS, type PersonActor } from "#app/domain/room/decision.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import type { ReplaceTrackCommand, Restoration, RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { type Entry, findEntry, ranksAfter, ranksAtEnd } from "./playlist.ts";
import { playlistLimits } from "./playlist-limits.ts";

export function add(state: RoomState, entries: readonly Omit<Entry, "rank">[], person: Person): Events {
  const known = new Set(state.playlist.map((entry) => entry.id));
  const fresh = entries.filter((entry) => !known.has(entry.id));
  if (state.playlist.length + fresh.length > playlistLimits.playlistEntries) return fail("playlist-full");
  if (fresh.length === 0) return NO_EVENTS;
  const ranks = ranksAtEnd(state.playlist, fresh.length);
  const added = fresh.map((entry, i) => ({ ...entry, rank: ranks[i] ?? "" }));
  return ok([{ type: "person-changed", person }, { type: "entries-added", entries: added }, ...onStand(state, added[0])]);
}

export function remove(
  state: RoomState,
  entryIds: readonly EntryId[],
  { actor, moment }: { readonly actor: PersonActor; readonly moment: Moment },
): Events {
  const named = new Set(entryIds);
  const entries = state.playlist.filter((entry) => named.has(entry.id));
  return entries.every((entry) => canArrangeEntry(entry, actor)) ? removeAll(state, entries, moment) : fail("forbidden");
}

/** The tracks exist no more, wherever they stand. */
export function drop(state: RoomState, trackIds: ReadonlySet<TrackId>, moment: Moment): Events {
  const entries = state.playlist.filter(({ track }) => trackIds.has(track.id));
  return removeAll(state, entries, moment);
}

function removeAll(state: RoomState, entries: readonly Entry[], moment: Moment): Events {
  if (entries.length === 0) return NO_EVENTS;
  const gone = new Set(entries.map(({ id }) => id));
  const removed: RoomEvent = { type: "entries-removed", entryIds: [...gone] };
  const { playback } = state;
  if (playback.status === "idle" || !gone.has(playback.entryId)) return ok([removed]);
  return ok([removed, { type: "playback-changed", ...afterRemoval(state, gone, { playback, moment }) }]);
}

/** Where the track stands it is told anew, as far as the actor may do that. */
export function replaceTrack(
  state: RoomState,
  { trackId, track }: ReplaceTrackCommand,
  { actor, moment }: { readonly actor: Actor; readonly moment: Moment },
): Events {
  const entryIds = entriesToReplace(state, trackId, actor);
  // where the server has nothing to tell, all is well
  if (!entryIds.ok) return actor.kind === "server" ? NO_EVENTS : entryIds;
  const told: RoomEvent = { type: "track-changed", entryIds: entryIds.value, track };
  const after = evolve(state, told);
  const { playback } = after;
  const endMs = playback.status === "playing" ? endOfEntryMs(after.playlist, playback) : null;
  if (playback.status !== "playing" || endMs === null || endMs > moment.serverNowMs) return ok([told]);
  // it turns out to be over already: what follows begins now, and not when it would have
  const next = skip(after, playback.entryId, moment);
  return next.ok ? ok([told, ...next.value]) : next;
}

/** The entries of a track that the actor may change: the server all, an editor those that they may arrange. */
export function entriesToReplace(state: RoomState, trackId: TrackId, actor: Actor): Result<readonly EntryId[]> {
  const playing = state.playlist.filter((entry) => entry.track.id === trackId);
  if (playing.length === 0) return fail("entry-not-found");
  const entryIds = playing.filter((entry) => actor.kind === "server" || canArrangeEntry(entry, actor)).map(({ id }) => id);
  return entryIds.length > 0 ? ok(entryIds) : fail("forbidden");
}

export function move(state: RoomState, command: Extract<RoomCommand, { type: "move" }>, actor: PersonActor): Events {
  const moving = new Set(command.entryIds);
  const found = new Map(state.playlist.filter((entry) => moving.has(entry.id)).map((entry) => [entry.id, entry]));
  if (found.size === 0) return NO_EVENTS;
  if (![...found.values()].every((entry) => canArrangeEntry(entry, actor))) return fail("forbidden");
  const { afterEntryId } = command;
  if (afterEntryId !== null && (moving.has(afterEntryId) || !findEntry(state.playlist, afterEntryId))) {
    return fail("entry-not-found");
  }
  const ids = [...moving].filter((id) => found.has(id));
  const ranks = ranksAfter(state.playlist, afterEntryId, { count: ids.length, without: moving });
  return ok([
    { type: "entries-moved", ranks: ids.map((entryId, i) => ({ entryId, rank: ranks[i] ?? "" })), isTakenBack: false },
  ]);
}

/** Where they stood; what was removed or moved a while ago may find its rank taken. */
export function restoreEntries(state: RoomState, { entries, ranks }: Restoration, actor: PersonActor): Events {
  const there = new Map(state.playlist.map((entry) => [entry.id, entry]));
  const gone = entries.filter(({ id }) => !there.has(id));
  const moved = ranks.filter(({ entryId, rank }) => there.has(entryId) && there.get(entryId)?.rank !== rank);
  const touched = [...gone, ...moved.flatMap(({ entryId }) => there.get(entryId) ?? [])];
  if (!touched.every((entry) => canArrangeEntry(entry, actor))) return fail("forbidden");
  if (state.playlist.length + gone.length > playlistLimits.playlistEntries) return fail("playlist-full");
  if (touched.length === 0) return NO_EVENTS;
  const moving = new Set(moved.map(({ entryId }) => entryId));
  const taken = new Set(state.playlist.filter(({ id }) => !moving.has(id)).map(({ rank }) => rank));
  const free = (rank: string): string => {
    if (taken.has(rank)) return free(`${rank}V`);
    taken.add(rank);
    return rank;
  };
  const back = gone.map((entry) => ({ ...entry, rank: free(entry.rank) }));
  const returned = moved.map(({ entryId, rank }) => ({ entryId, rank: free(rank) }));
  const added: readonly RoomEvent[] = back.length > 0 ? [{ type: "entries-added", entries: back }] : [];
  const put: readonly RoomEvent[] = returned.length > 0 ? [{ type: "entries-moved", ranks: returned, isTakenBack: true }] : [];
  return ok([...added, ...put, ...onStand(state, back[0])]);
}

/** Puts entries before all else, behind those that are there; or takes them out again. */
export function queue(
  state: RoomState,
  { entryIds, isNext }: Extract<RoomCommand, { type: "queue" }>,
  actor: PersonActor,
): Events {
  const named = new Set(entryIds);
  const entries = state.playlist.filter(({ id }) => named.has(id));
  if (entries.length === 0) return NO_EVENTS;
  if (!entries.every((entry) => canArrangeEntry(entry, actor))) return fail("forbidden");
  const found = new Set(entries.map(({ id }) => id));
  const others = state.order.upNext.filter((id) => !found.has(id));
  return ok([{ type: "up-next-changed", upNext: isNext ? [...others, ...[...named].filter((id) => found.has(id))] : others }]);
}

export function canArrangeEntry(entry: Entry, actor: PersonActor): boolean {
  if (can(actor.effectiveRole, "arrange-any-entry")) return true;
  return can(actor.effectiveRole, "arrange-own-entries") && entry.addedBy === actor.userId;
}

/** The first track of an empty room is put on the stand, so that one press plays it. */
function onStand({ playback }: RoomState, first: Entry | undefined): readonly RoomEvent[] {
  if (playback.status !== "idle" || !first) return [];
  const paused = { status: "paused", entryId: first.id, positionMs: 0 } as const;
  return [{ type: "playback-changed", playback: paused, isNewRound: false }];
}
