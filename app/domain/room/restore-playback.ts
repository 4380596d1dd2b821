import { can } from "#app/domain/access/permissions.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { compareOrders } from "#app/domain/playback/order-change.ts";
import { type PlayOrder, withoutRemovedEntries } from "#app/domain/playback/play-order.ts";
import { currentEntryId, type Playback } from "#app/domain/playback/playback.ts";
import { isOrderControl, type PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { findEntry, type Playlist } from "#app/domain/playlist/playlist.ts";
import { fail, ok } from "#app/domain/result.ts";
import { type DecisionContext, type Events, type Moment, NO_EVENTS, type PersonActor } from "./decision.ts";
import { placeEntries } from "./place-entries.ts";
import { evolve, type RoomState } from "./room.ts";
import type { RoomCommand } from "./room-command.ts";
import { toControlActor } from "./with-control.ts";

type Caller = { readonly actor: PersonActor; readonly context: DecisionContext };

/**
 * Undoes the latest control. The former track continues at the position at which it was, and a track that was removed while it
 * played returns to the playlist.
 */
export function restorePlayback(
  state: RoomState,
  { revision }: Extract<RoomCommand, { type: "restore-playback" }>,
  { actor, context }: Caller,
): Events {
  const record = context.undo.playback;
  if (!record || record.revision !== revision) return fail("undo-unavailable");
  if (context.serverNowMs - record.atMs > playbackLimits.controlUndoMs) return fail("undo-unavailable");
  if (record.isUndone) return NO_EVENTS;
  const isVoted = record.kind === "vote" && !can(actor.effectiveRole, "skip-without-vote", state.info);
  if (isVoted) return fail("vote-needed");
  const returned = returnEntry(state, record, { actor, context });
  if (!returned.ok) return returned;
  const { playlist, order: present } = returned.value.reduce(evolve, state);
  const playback = isOrderControl(record.kind) ? null : resume(record.playback, playlist, context);
  const order = compareOrders(present, withoutMissingEntries(record.order, playlist));
  return ok([...returned.value, { type: "playback-restored", ...toControlActor(actor), playback, order }]);
}

/** Returns the entry that the control has removed from the playlist. */
function returnEntry(state: RoomState, { kind, playback }: PlaybackRecord, { actor, context }: Caller): Events {
  const entryId = isOrderControl(kind) ? null : currentEntryId(playback);
  if (entryId === null || findEntry(state.playlist, entryId)) return NO_EVENTS;
  if (kind !== "remove") return fail("undo-unavailable");
  const returning = context.undo.removedEntries([entryId]);
  if (returning.length === 0) return fail("entry-not-found");
  const placements = returning.map(({ id, rank }) => ({ entryId: id, rank }));
  return placeEntries(state, { placements, returning }, { actor, moment: context });
}

/** A track that has become shorter since limits the position. */
function resume(playback: Playback, playlist: Playlist, { serverNowMs, leadMs }: Moment): Playback {
  if (playback.status === "idle") return playback;
  const durationMs = findEntry(playlist, playback.entryId)?.track.durationMs ?? 0;
  const positionMs = Math.min(playback.positionMs, durationMs);
  if (playback.status === "paused") return { ...playback, positionMs };
  return { ...playback, positionMs, anchorMs: serverNowMs + leadMs };
}

/** Entries may have been removed since. */
function withoutMissingEntries(order: PlayOrder, playlist: Playlist): PlayOrder {
  const missing = new Set<EntryId>([...order.upNext, ...order.played].filter((id) => !findEntry(playlist, id)));
  return missing.size === 0 ? order : withoutRemovedEntries(order, missing);
}
