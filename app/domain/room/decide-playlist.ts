import { can, type RoomOpening } from "#app/domain/access/permissions.ts";
import type { EntryId, TrackId } from "#app/domain/ids.ts";
import type { QueueVotes } from "#app/domain/playback/play-order.ts";
import { appendToQueue, changeQueue } from "#app/domain/playback/queue.ts";
import { entryEndMs } from "#app/domain/playback/schedule.ts";
import { type Entry, findEntry, type Playlist, ranksAfter, renewRanks, withRanks } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { playbackAfterRemoval, skipToNext } from "./decide-playback.ts";
import { type Actor, type Events, type Moment, NO_EVENTS, type PersonActor } from "./decision.ts";
import { evolve, type RoomState } from "./room.ts";
import type { ReplaceTrackCommand, RoomCommand } from "./room-command.ts";
import type { RoomEvent } from "./room-event.ts";

export function removeEntries(
  state: RoomState,
  entryIds: readonly EntryId[],
  { actor, moment }: { readonly actor: PersonActor; readonly moment: Moment },
): Events {
  const named = new Set(entryIds);
  const entries = state.playlist.filter((entry) => named.has(entry.id));
  if (!entries.every((entry) => canArrangeEntry(entry, actor, state.info))) return fail("forbidden");
  return removeAll(state, entries, moment);
}

/** Removes all entries of the tracks. */
export function removeTracks(state: RoomState, trackIds: ReadonlySet<TrackId>, moment: Moment): Events {
  const entries = state.playlist.filter(({ track }) => trackIds.has(track.id));
  return removeAll(state, entries, moment);
}

/** Removes entries. If the current one is among them, the next remaining entry becomes current. */
export function removeAll(state: RoomState, entries: readonly Entry[], moment: Moment): Events {
  if (entries.length === 0) return NO_EVENTS;
  const removedIds = new Set(entries.map(({ id }) => id));
  const removed: RoomEvent = { type: "entries-removed", entryIds: [...removedIds] };
  const { playback } = state;
  if (playback.status === "idle" || !removedIds.has(playback.entryId)) return ok([removed]);
  return ok([removed, { type: "playback-changed", ...playbackAfterRemoval(state, removedIds, { playback, moment }) }]);
}

/** Replaces a track in all its entries that the actor may arrange. */
export function replaceTrack(
  state: RoomState,
  { trackId, track }: ReplaceTrackCommand,
  { actor, moment }: { readonly actor: Actor; readonly moment: Moment },
): Events {
  const entryIds = entriesToReplace(state, trackId, actor);
  // the server replaces a track whether or not the room still has an entry of it
  if (!entryIds.ok) return actor.kind === "server" ? NO_EVENTS : entryIds;
  const changed: RoomEvent = { type: "track-changed", entryIds: entryIds.value, track };
  const after = evolve(state, changed);
  const { playback } = after;
  const endMs = playback.status === "playing" ? entryEndMs(after.playlist, playback) : null;
  if (playback.status !== "playing" || endMs === null || endMs > moment.serverNowMs) return ok([changed]);
  // with its new length the track has already ended: the next one starts now, not at the former end
  const next = skipToNext(after, playback.entryId, moment);
  return next.ok ? ok([changed, ...next.value]) : next;
}

/** The entries of a track that the actor may change: all of them for the server, and for a person those they may arrange. */
export function entriesToReplace(state: RoomState, trackId: TrackId, actor: Actor): Result<readonly EntryId[]> {
  const entries = state.playlist.filter((entry) => entry.track.id === trackId);
  if (entries.length === 0) return fail("entry-not-found");
  const isChangeable = (entry: Entry) => actor.kind === "server" || canArrangeEntry(entry, actor, state.info);
  const entryIds = entries.filter(isChangeable).map(({ id }) => id);
  return entryIds.length > 0 ? ok(entryIds) : fail("forbidden");
}

export function moveEntries(state: RoomState, command: Extract<RoomCommand, { type: "move" }>, actor: PersonActor): Events {
  const moving = new Set(command.entryIds);
  const found = new Map(state.playlist.filter((entry) => moving.has(entry.id)).map((entry) => [entry.id, entry]));
  if (found.size === 0) return NO_EVENTS;
  if (![...found.values()].every((entry) => canArrangeEntry(entry, actor, state.info))) return fail("forbidden");
  const { afterEntryId } = command;
  if (afterEntryId !== null && (moving.has(afterEntryId) || !findEntry(state.playlist, afterEntryId))) {
    return fail("entry-not-found");
  }
  const ids = [...moving].filter((id) => found.has(id));
  const place = (playlist: Playlist): RoomEvent & { readonly type: "entries-moved" } => {
    const ranks = ranksAfter(playlist, afterEntryId, { count: ids.length, without: moving });
    return { type: "entries-moved", ranks: ids.map((entryId, i) => ({ entryId, rank: ranks[i] ?? "" })) };
  };
  const moved = place(state.playlist);
  if (moved.ranks.every(({ rank }) => rank.length <= playlistLimits.rankLength)) return ok([moved]);
  const ranks = renewRanks(state.playlist);
  return ok([{ type: "ranks-renewed", ranks }, place(withRanks(state.playlist, ranks))]);
}

/** Appends entries to the queue that plays next (`isNext`), or removes them from it. */
export function queueEntries(
  state: RoomState,
  { entryIds, isNext }: Extract<RoomCommand, { type: "queue" }>,
  actor: PersonActor,
): Events {
  const named = new Set(entryIds);
  const entries = state.playlist.filter(({ id }) => named.has(id));
  if (entries.length === 0) return NO_EVENTS;
  if (!entries.every((entry) => canArrangeEntry(entry, actor, state.info))) return fail("forbidden");
  const found = new Set(entries.map(({ id }) => id));
  const { upNext } = state.order;
  const entryIdsFound = entryIds.filter((id) => found.has(id));
  const change = isNext
    ? appendToQueue(upNext, entryIdsFound)
    : { entryIds: [...found].filter((id) => upNext.includes(id)), placed: [] };
  if (change.entryIds.length === 0) return NO_EVENTS;
  if (isNext && changeQueue(upNext, change).length > playlistLimits.queuedEntries) return fail("queue-full");
  return ok([{ type: "queue-changed", change }]);
}

/** Changes the numbers of votes that differ from the given ones. Only queued entries have votes. */
export function countQueueVotes({ info, order }: RoomState, votes: QueueVotes): Events {
  const changed = order.upNext.flatMap((id) => {
    const count = info.hasQueueVotes ? (votes[id] ?? 0) : 0;
    return count === (order.queueVotes[id] ?? 0) ? [] : [[id, count]];
  });
  return changed.length === 0 ? NO_EVENTS : ok([{ type: "queue-votes-changed", changed: Object.fromEntries(changed) }]);
}

/**
 * Whether the actor may move, remove or edit the entry: editors may arrange any entry, people who may add tracks only those
 * they added.
 */
export function canArrangeEntry(
  entry: Entry,
  { userId, effectiveRole }: Pick<PersonActor, "userId" | "effectiveRole">,
  opening: RoomOpening,
): boolean {
  if (can(effectiveRole, "arrange-any-entry", opening)) return true;
  return can(effectiveRole, "arrange-own-entries", opening) && entry.addedBy === userId;
}
