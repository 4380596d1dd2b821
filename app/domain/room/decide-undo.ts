import { can } from "#app/domain/access/permissions.ts";
import { compareQueues } from "#app/domain/playback/queue.ts";
import { type Entry, findEntry } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { isQueueUnchanged, undoQueueChange } from "#app/domain/room-log/queue-change.ts";
import type { EntryChange, LoggedEdit, OrderChange, Placement } from "#app/domain/room-log/room-log.ts";
import { changeOrder } from "./decide-playback.ts";
import { canArrangeEntry } from "./decide-playlist.ts";
import { type DecisionContext, type Events, NO_EVENTS, type PersonActor, type UndoRecords } from "./decision.ts";
import { placeEntries } from "./place-entries.ts";
import { evolve, type RoomState } from "./room.ts";
import type { RoomCommand, SetBackCommand } from "./room-command.ts";
import type { RoomEvent } from "./room-event.ts";

type Caller = { readonly actor: PersonActor; readonly context: DecisionContext };

/** Undoes an edit of the same person, unless another edit has changed the same thing since. */
export function undoEdit(
  state: RoomState,
  { editId }: Extract<RoomCommand, { type: "undo" }>,
  { actor, context }: Caller,
): Events {
  if (actor.userId === null) return fail("login-required");
  const edit = context.undo.findEdit(editId);
  if (!edit) return fail("undo-expired");
  if (edit.userId !== actor.userId) return fail("forbidden");
  // an edit of D1 is undone by its inverse
  if (edit.changes.length + edit.order.length === 0) return fail("undo-unavailable");
  const planned = planPlacements(state, edit, context.undo);
  if (!planned.ok) return planned;
  const placed = placeEntries(state, planned.value, { actor, moment: context });
  if (!placed.ok) return placed;
  const ordered = undoOrder(placed.value.reduce(evolve, state), edit.order, actor);
  return ordered.ok ? ok([...placed.value, ...ordered.value]) : ordered;
}

type Plan = { readonly placements: readonly Placement[]; readonly returning: readonly Entry[] };

/** Where the entries of an edit were before it, and those that return. Entries that were deleted for good are left out. */
function planPlacements({ playlist }: RoomState, { changes }: LoggedEdit, undo: UndoRecords): Result<Plan> {
  const ranks = new Map(playlist.map(({ id, rank }) => [id, rank]));
  const missing = changes.filter(({ entryId }) => !ranks.has(entryId)).map(({ entryId }) => entryId);
  const returning = undo.removedEntries(missing);
  const returnable = new Set(returning.map(({ id }) => id));
  const isGone = ({ entryId }: EntryChange) => !ranks.has(entryId) && !returnable.has(entryId);
  const remaining = changes.filter((change) => !isGone(change));
  if (changes.length > 0 && remaining.length === 0) return fail("undo-unavailable");
  const rankOf = ({ entryId }: EntryChange) => ranks.get(entryId) ?? null;
  const toUndo = remaining.filter((change) => rankOf(change) !== change.before);
  if (!toUndo.every((change) => rankOf(change) === change.after)) return fail("changed-since");
  return ok({ placements: toUndo.map(({ entryId, before }) => ({ entryId, rank: before })), returning });
}

function undoOrder(state: RoomState, changes: readonly OrderChange[], actor: PersonActor): Events {
  const events: RoomEvent[] = [];
  for (const change of changes) {
    const undone = undoOrderChange(events.reduce(evolve, state), change, actor);
    if (!undone.ok) return undone;
    events.push(...undone.value);
  }
  return ok(events);
}

function undoOrderChange(state: RoomState, change: OrderChange, actor: PersonActor): Events {
  if (change.type === "queue") return undoQueue(state, change, actor);
  if (!can(actor.effectiveRole, "control-playback", state.info)) return fail("forbidden");
  const { repeat, shuffleSeed, crossfadeMs } = state.order;
  switch (change.type) {
    case "repeat":
      if (repeat !== change.before && repeat !== change.after) return fail("changed-since");
      return changeOrder(state, { repeat: change.before });
    case "crossfade":
      if (crossfadeMs !== change.before && crossfadeMs !== change.after) return fail("changed-since");
      return changeOrder(state, { crossfadeMs: change.before });
    case "shuffle":
      // the seed changes with each round
      return (shuffleSeed === null) === (change.before === null)
        ? NO_EVENTS
        : changeOrder(state, { shuffleSeed: change.before });
  }
}

function undoQueue(state: RoomState, change: Extract<OrderChange, { type: "queue" }>, actor: PersonActor): Events {
  const { playlist, info, order } = state;
  const entries = change.entryIds.flatMap((id) => findEntry(playlist, id) ?? []);
  if (!entries.every((entry) => canArrangeEntry(entry, actor, info))) return fail("forbidden");
  if (!isQueueUnchanged(order.upNext, change)) return fail("changed-since");
  const upNext = undoQueueChange(order.upNext, change, new Set(entries.map(({ id }) => id)));
  const undone = compareQueues(order.upNext, upNext);
  if (!undone) return NO_EVENTS;
  return upNext.length > playlistLimits.queuedEntries ? fail("queue-full") : ok([{ type: "queue-changed", change: undone }]);
}

/** Sets the playlist back to its state before an edit of the log. What plays continues, if it is still in the playlist. */
export function setBack(state: RoomState, { place }: SetBackCommand, { actor, context }: Caller): Events {
  const placements = context.undo.placementsBefore(place);
  if (!placements) return fail("undo-expired");
  const returning = context.undo.removedEntries(placements.map(({ entryId }) => entryId));
  return placeEntries(state, { placements, returning }, { actor, moment: context });
}

/** How many tracks return, leave and move when the playlist is set back. */
export type SetBackCounts = { readonly returning: number; readonly leaving: number; readonly moving: number };

/** Counts the changes of an edit that has set the playlist back, or would do so. */
export function countChanges(changes: readonly EntryChange[]): SetBackCounts {
  const returning = changes.filter(({ before }) => before === null).length;
  const leaving = changes.filter(({ after }) => after === null).length;
  return { returning, leaving, moving: changes.length - returning - leaving };
}
