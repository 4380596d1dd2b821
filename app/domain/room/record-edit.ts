import type { EntryId } from "#app/domain/ids.ts";
import type { OrderSettings } from "#app/domain/playback/play-order.ts";
import { changeQueue } from "#app/domain/playback/queue.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { recordQueueChange } from "#app/domain/room-log/queue-change.ts";
import type { EntryChange, LogKind, LogSubject, OrderChange, RecordedEdit } from "#app/domain/room-log/room-log.ts";
import type { AnyCommand } from "./decide.ts";
import { evolve, type RoomState } from "./room.ts";
import type { RoomEvent } from "./room-event.ts";

/** The changes of entries, by entry. */
type Changes = Map<EntryId, EntryChange>;

/**
 * The row of the log for a command that had these events; null if it was no edit. `state` is the state before the events, and
 * `undone` the kind of the edit that the command undoes.
 */
export function recordEdit(
  state: RoomState,
  events: readonly RoomEvent[],
  { command, undone }: { readonly command: AnyCommand; readonly undone: LogKind | null },
): RecordedEdit | null {
  if (!isLogged(command)) return null;
  const changes: Changes = new Map();
  const titles = new Map<EntryId, string>();
  const order: OrderChange[] = [];
  let current = state;
  for (const event of events) {
    const entries = concernedEntries(current, event);
    for (const change of entryChanges(entries, event)) addChange(changes, change);
    for (const { id, track } of entries) titles.set(id, track.title);
    order.push(...orderChanges(current, event));
    current = evolve(current, event);
  }
  const changed = [...changes.values()].filter(({ before, after }) => before !== after);
  if (changed.length + order.length === 0 && command.type !== "replace-track") return null;
  if (command.type === "replace-track" && titles.size === 0) return null;
  const subject = toSubject(command, { titles: namedTitles(command, state, titles), undone, count: changed.length });
  return subject && { subject, changes: changed, order };
}

function isLogged({ type }: AnyCommand): boolean {
  switch (type) {
    case "add":
    case "remove":
    case "move":
    case "queue":
    case "repeat":
    case "shuffle":
    case "crossfade":
    case "undo":
    case "set-back":
    case "restore-playback":
    case "replace-track":
      return true;
    default:
      return false;
  }
}

/** Joins a change with an earlier one of the same entry. */
function addChange(changes: Changes, change: EntryChange): void {
  const earlier = changes.get(change.entryId);
  changes.set(change.entryId, earlier ? { ...change, before: earlier.before } : change);
}

/** @param entries those that the event concerns, as they are before it */
function entryChanges(entries: readonly Entry[], event: RoomEvent): readonly EntryChange[] {
  switch (event.type) {
    case "entries-added":
      return entries.map(({ id, rank }) => ({ entryId: id, before: null, after: rank }));
    case "entries-removed":
      return entries.map(({ id, rank }) => ({ entryId: id, before: rank, after: null }));
    case "entries-moved": {
      const ranks = new Map(event.ranks.map(({ entryId, rank }) => [entryId, rank]));
      return entries.map(({ id, rank }) => ({ entryId: id, before: rank, after: ranks.get(id) ?? rank }));
    }
    default:
      return [];
  }
}

/** The entries that an event adds, removes, moves or changes, as they are before it. */
function concernedEntries({ playlist }: RoomState, event: RoomEvent): readonly Entry[] {
  switch (event.type) {
    case "entries-added":
      return event.entries;
    case "entries-removed":
    case "track-changed": {
      const ids = new Set(event.entryIds);
      return playlist.filter(({ id }) => ids.has(id));
    }
    case "entries-moved": {
      const ids = new Set(event.ranks.map(({ entryId }) => entryId));
      return playlist.filter(({ id }) => ids.has(id));
    }
    default:
      return [];
  }
}

function orderChanges({ order }: RoomState, event: RoomEvent): readonly OrderChange[] {
  switch (event.type) {
    case "order-changed":
      return settingChanges(order, event);
    case "playback-restored":
      return settingChanges(order, { ...order, ...event.order });
    case "queue-changed": {
      const change = recordQueueChange(order.upNext, changeQueue(order.upNext, event.change));
      return change ? [change] : [];
    }
    default:
      return [];
  }
}

function settingChanges(before: OrderSettings, after: OrderSettings): readonly OrderChange[] {
  const changes: OrderChange[] = [];
  if (before.repeat !== after.repeat) changes.push({ type: "repeat", before: before.repeat, after: after.repeat });
  const wasShuffled = before.shuffleSeed !== null;
  if (wasShuffled !== (after.shuffleSeed !== null)) {
    changes.push({ type: "shuffle", before: before.shuffleSeed, after: after.shuffleSeed });
  }
  if (before.crossfadeMs !== after.crossfadeMs) {
    changes.push({ type: "crossfade", before: before.crossfadeMs, after: after.crossfadeMs });
  }
  return changes;
}

/** The titles of the tracks that the command names, or else of those that it has changed. */
function namedTitles(command: AnyCommand, { playlist }: RoomState, changed: ReadonlyMap<EntryId, string>): readonly string[] {
  if (command.type !== "queue") return [...changed.values()];
  const named = new Set(command.entryIds);
  return playlist.filter(({ id }) => named.has(id)).map(({ track }) => track.title);
}

type Facts = { readonly titles: readonly string[]; readonly undone: LogKind | null; readonly count: number };

function toSubject(command: AnyCommand, { titles, undone, count }: Facts): LogSubject | null {
  const title = titles[0] ?? "";
  switch (command.type) {
    case "add":
    case "remove":
    case "move":
      return { kind: command.type, title, count };
    case "queue":
      return { kind: command.isNext ? "queue" : "unqueue", title, count: titles.length };
    case "replace-track":
      return { kind: "track", title: command.track.title, count: 1 };
    case "repeat":
      return { kind: "repeat", repeat: command.repeat };
    case "shuffle":
      return { kind: "shuffle", isOn: command.isOn };
    case "crossfade":
      return { kind: "crossfade", ms: command.ms };
    case "undo":
    case "restore-playback":
      return { kind: "undo", of: undone, title: title || null, count };
    case "set-back":
      return { kind: "set-back", toMs: command.toMs, count };
    default:
      return null;
  }
}
