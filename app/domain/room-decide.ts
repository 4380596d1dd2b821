import type { EntryId, UserId } from "./ids.ts";
import { limits } from "./limits.ts";
import { can, type RoomAction, type Standing } from "./permissions.ts";
import type { Person } from "./person.ts";
import { followerOf, type PlaybackChange, type PlayOrder, predecessorOf, withoutGone } from "./play-order.ts";
import { isSamePlayback, type Playback, positionAt } from "./playback.ts";
import { type Entry, findEntry, ranksAfter, ranksAtEnd, withoutEntries } from "./playlist.ts";
import { fail, ok, type Result } from "./result.ts";
import { evolve, type RoomState } from "./room.ts";
import type { Restoration, RoomCommand, ServerCommand } from "./room-command.ts";
import type { RoomEvent } from "./room-event.ts";
import { advance, stopped } from "./schedule.ts";

/** Who asks: somebody with a standing in the room, or the server itself. */
export type Actor =
  | { readonly kind: "person"; readonly userId: UserId | null; readonly standing: Standing }
  | { readonly kind: "server" };

export type Moment = {
  readonly serverNowMs: number;
  /** How far ahead a start or a stop is set, from `leadMs`. */
  readonly leadMs: number;
};

export type AnyCommand = RoomCommand | Restoration | ServerCommand;

type Events = Result<readonly RoomEvent[]>;

const NOTHING: Events = ok([]);

/** The right that each command takes; what somebody added themselves is looked at beyond it. */
const REQUIRED: Record<RoomCommand["type"] | Restoration["type"], RoomAction> = {
  play: "control-playback",
  pause: "control-playback",
  seek: "control-playback",
  next: "control-playback",
  previous: "control-playback",
  select: "control-playback",
  remove: "arrange-own-entries",
  move: "arrange-own-entries",
  restore: "arrange-own-entries",
  "bring-back": "arrange-own-entries",
  repeat: "control-playback",
  shuffle: "control-playback",
  queue: "arrange-own-entries",
};

/**
 * What happens when `actor` asks for `command`: events, or why not. Tracks that ended unnoticed come first, so that
 * nobody ever acts on a past that is over.
 */
export function decide(state: RoomState, command: AnyCommand, actor: Actor, moment: Moment): Events {
  const passed = tick(state, moment.serverNowMs);
  const current = passed.reduce(evolve, state);
  const decided =
    actor.kind === "server" ? decideForServer(current, command) : decideForPerson(current, command, actor, moment);
  return decided.ok ? ok([...passed, ...decided.value]) : decided;
}

function tick(state: RoomState, serverNowMs: number): readonly RoomEvent[] {
  return advance(state, serverNowMs).map((change) => ({ type: "playback-changed", ...change }));
}

function decideForServer(state: RoomState, command: AnyCommand): Events {
  switch (command.type) {
    case "tick":
      return NOTHING;
    case "add":
      return add(state, command.entries, command.person);
    default:
      return fail("forbidden");
  }
}

function decideForPerson(
  state: RoomState,
  command: AnyCommand,
  actor: Extract<Actor, { kind: "person" }>,
  moment: Moment,
): Events {
  if (command.type === "tick" || command.type === "add") return fail("forbidden");
  if (!can(actor.standing, REQUIRED[command.type])) return fail(actor.standing === "guest" ? "login-required" : "forbidden");
  switch (command.type) {
    case "play":
      return play(state, moment);
    case "pause":
      return pause(state, moment);
    case "seek":
      return seek(state, command, moment);
    case "next":
      return skip(state, command.entryId, moment);
    case "previous":
      return back(state, command.entryId, moment);
    case "select":
      return findEntry(state.playlist, command.entryId) ? start(state, command.entryId, 0, moment) : fail("entry-not-found");
    case "remove":
      return remove(state, command.entryIds, { actor, moment });
    case "move":
      return move(state, command, actor);
    case "restore":
      // what the room's storage knows no more
      return fail("entry-not-found");
    case "bring-back":
      return bringBack(state, command.entries, actor);
    case "repeat":
      return reorder(state, { ...state.order, repeat: command.repeat });
    case "shuffle":
      return reorder(state, { ...state.order, shuffleSeed: command.isOn ? seedFrom(state, moment) : null });
    case "queue":
      return queue(state, command, actor);
  }
}

function add(state: RoomState, entries: readonly Omit<Entry, "rank">[], person: Person): Events {
  const known = new Set(state.playlist.map((entry) => entry.id));
  const fresh = entries.filter((entry) => !known.has(entry.id));
  if (state.playlist.length + fresh.length > limits.playlistEntries) return fail("playlist-full");
  if (fresh.length === 0) return NOTHING;
  const ranks = ranksAtEnd(state.playlist, fresh.length);
  const added = fresh.map((entry, i) => ({ ...entry, rank: ranks[i] ?? "" }));
  return ok([{ type: "person-changed", person }, { type: "entries-added", entries: added }, ...onStand(state, added[0])]);
}

/** The first track of an empty room is put on the stand, so that one press plays it. */
function onStand({ playback }: RoomState, first: Entry | undefined): readonly RoomEvent[] {
  if (playback.status !== "idle" || !first) return [];
  const paused = { status: "paused", entryId: first.id, positionMs: 0 } as const;
  return [{ type: "playback-changed", playback: paused, isNewRound: false }];
}

function play(state: RoomState, moment: Moment): Events {
  const { playback, playlist } = state;
  if (playback.status === "playing") return NOTHING;
  const entry = playback.status === "paused" ? findEntry(playlist, playback.entryId) : playlist[0];
  if (!entry) return fail("playlist-empty");
  return start(state, entry.id, playback.status === "paused" ? playback.positionMs : 0, moment);
}

/** Sound stops where it will be a lead from now, so that all devices stop at one instant. */
function pause(state: RoomState, { serverNowMs, leadMs }: Moment): Events {
  const { playback, playlist } = state;
  if (playback.status !== "playing") return NOTHING;
  const durationMs = findEntry(playlist, playback.entryId)?.track.durationMs ?? 0;
  const positionMs = Math.min(positionAt(playback, serverNowMs + leadMs), durationMs);
  return ok(changeTo(state, { status: "paused", entryId: playback.entryId, positionMs }));
}

function seek(state: RoomState, command: Extract<RoomCommand, { type: "seek" }>, moment: Moment): Events {
  const { playback } = state;
  const entry = findEntry(state.playlist, command.entryId);
  if (!entry) return fail("entry-not-found");
  // somebody else has changed the track meanwhile: the gesture was about another one
  if (playback.status === "idle" || playback.entryId !== command.entryId) return NOTHING;
  const positionMs = Math.min(Math.max(0, command.positionMs), entry.track.durationMs);
  if (playback.status === "paused") return ok(changeTo(state, { ...playback, positionMs }));
  return start(state, entry.id, positionMs, moment);
}

function skip(state: RoomState, seenId: EntryId, moment: Moment): Events {
  const { playback } = state;
  if (playback.status === "idle" || playback.entryId !== seenId) return NOTHING;
  const next = followerOf(state, playback.entryId);
  if (!next) return ok([{ type: "playback-changed", ...stopped(state, playback.entryId) }]);
  return goTo(state, next.entry.id, moment, next.isNewRound);
}

function back(state: RoomState, seenId: EntryId, moment: Moment): Events {
  const { playback } = state;
  if (playback.status === "idle" || playback.entryId !== seenId) return NOTHING;
  const isUnderWay = positionAt(playback, moment.serverNowMs) > limits.restartAfterMs;
  const before = isUnderWay ? undefined : predecessorOf(state, playback.entryId);
  return goTo(state, before?.id ?? playback.entryId, moment);
}

function remove(
  state: RoomState,
  entryIds: readonly EntryId[],
  { actor, moment }: { readonly actor: Extract<Actor, { kind: "person" }>; readonly moment: Moment },
): Events {
  const gone = new Set(entryIds);
  const entries = state.playlist.filter((entry) => gone.has(entry.id));
  if (entries.length === 0) return NOTHING;
  if (!entries.every((entry) => mayArrange(entry, actor))) return fail("forbidden");
  const removed: RoomEvent = { type: "entries-removed", entryIds: entries.map((entry) => entry.id) };
  const { playback } = state;
  if (playback.status === "idle" || !gone.has(playback.entryId)) return ok([removed]);
  return ok([removed, { type: "playback-changed", ...afterRemoval(state, gone, { playback, moment }) }]);
}

/** The current entry goes: what follows of those that stay takes its place, playing or not as before. */
function afterRemoval(
  state: RoomState,
  gone: ReadonlySet<EntryId>,
  { playback, moment }: { readonly playback: Exclude<Playback, { status: "idle" }>; readonly moment: Moment },
): PlaybackChange {
  const { entryId } = playback;
  const others = new Set([...gone].filter((id) => id !== entryId));
  const left = { playlist: withoutEntries(state.playlist, others), order: withoutGone(state.order, others) };
  const heir = followerOf(left, entryId);
  if (!heir || heir.entry.id === entryId) {
    return stopped({ playlist: withoutEntries(left.playlist, gone), order: withoutGone(left.order, gone) }, null);
  }
  const { entry, isNewRound } = heir;
  if (playback.status === "paused") return { playback: { status: "paused", entryId: entry.id, positionMs: 0 }, isNewRound };
  const anchorMs = moment.serverNowMs + moment.leadMs;
  return { playback: { status: "playing", entryId: entry.id, positionMs: 0, anchorMs }, isNewRound };
}

function move(
  state: RoomState,
  command: Extract<RoomCommand, { type: "move" }>,
  actor: Extract<Actor, { kind: "person" }>,
): Events {
  const moving = new Set(command.entryIds);
  const found = new Map(state.playlist.filter((entry) => moving.has(entry.id)).map((entry) => [entry.id, entry]));
  if (found.size === 0) return NOTHING;
  if (![...found.values()].every((entry) => mayArrange(entry, actor))) return fail("forbidden");
  const { afterEntryId } = command;
  if (afterEntryId !== null && (moving.has(afterEntryId) || !findEntry(state.playlist, afterEntryId))) {
    return fail("entry-not-found");
  }
  const ids = [...moving].filter((id) => found.has(id));
  const ranks = ranksAfter(state.playlist, afterEntryId, { count: ids.length, without: moving });
  return ok([{ type: "entries-moved", ranks: ids.map((entryId, i) => ({ entryId, rank: ranks[i] ?? "" })) }]);
}

/** Where they stood; what was removed a while ago may find its rank taken. */
function bringBack(state: RoomState, entries: readonly Entry[], actor: Extract<Actor, { kind: "person" }>): Events {
  const known = new Set(state.playlist.map(({ id }) => id));
  const gone = entries.filter(({ id }) => !known.has(id));
  if (!gone.every((entry) => mayArrange(entry, actor))) return fail("forbidden");
  if (state.playlist.length + gone.length > limits.playlistEntries) return fail("playlist-full");
  if (gone.length === 0) return NOTHING;
  const taken = new Set(state.playlist.map(({ rank }) => rank));
  const free = (rank: string): string => (taken.has(rank) ? free(`${rank}V`) : rank);
  const back = gone.map((entry) => ({ ...entry, rank: free(entry.rank) }));
  return ok([{ type: "entries-added", entries: back }, ...onStand(state, back[0])]);
}

function mayArrange(entry: Entry, actor: Extract<Actor, { kind: "person" }>): boolean {
  if (can(actor.standing, "arrange-any-entry")) return true;
  return can(actor.standing, "arrange-own-entries") && entry.addedBy === actor.userId;
}

function goTo(state: RoomState, entryId: EntryId, { serverNowMs, leadMs }: Moment, isNewRound = false): Events {
  const playback: Playback =
    state.playback.status === "playing"
      ? { status: "playing", entryId, positionMs: 0, anchorMs: serverNowMs + leadMs }
      : { status: "paused", entryId, positionMs: 0 };
  if (isNewRound) return ok([{ type: "playback-changed", playback, isNewRound }]);
  return ok(changeTo(state, playback));
}

function start(state: RoomState, entryId: EntryId, positionMs: number, { serverNowMs, leadMs }: Moment): Events {
  return ok(changeTo(state, { status: "playing", entryId, positionMs, anchorMs: serverNowMs + leadMs }));
}

function changeTo(state: RoomState, playback: Playback): readonly RoomEvent[] {
  return isSamePlayback(state.playback, playback) ? [] : [{ type: "playback-changed", playback, isNewRound: false }];
}

/** Who shuffles what is shuffled already leaves it as it is. */
function seedFrom({ order }: RoomState, { serverNowMs }: Moment): number {
  return order.shuffleSeed ?? Math.floor(serverNowMs) % 2 ** 32;
}

/** A person asks for repetition or for another order; the same again changes nothing. */
function reorder(state: RoomState, change: Pick<PlayOrder, "repeat" | "shuffleSeed">): Events {
  const { repeat, shuffleSeed } = state.order;
  if (change.repeat === repeat && change.shuffleSeed === shuffleSeed) return NOTHING;
  return ok([{ type: "order-changed", repeat: change.repeat, shuffleSeed: change.shuffleSeed }]);
}

/** Puts entries before all else, behind those that are there; or takes them out again. */
function queue(
  state: RoomState,
  { entryIds, isNext }: Extract<RoomCommand, { type: "queue" }>,
  actor: Extract<Actor, { kind: "person" }>,
): Events {
  const named = new Set(entryIds);
  const entries = state.playlist.filter(({ id }) => named.has(id));
  if (entries.length === 0) return NOTHING;
  if (!entries.every((entry) => mayArrange(entry, actor))) return fail("forbidden");
  const found = new Set(entries.map(({ id }) => id));
  const others = state.order.upNext.filter((id) => !found.has(id));
  return ok([{ type: "up-next-changed", upNext: isNext ? [...others, ...[...named].filter((id) => found.has(id))] : others }]);
}
