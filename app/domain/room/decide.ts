import { can, type RoomAction } from "#app/domain/access/permissions.ts";
import { isSamePerson, type Person } from "#app/domain/accounts/person.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { advanceTimeline } from "#app/domain/playback/schedule.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import { fail, ok } from "#app/domain/result.ts";
import { addEntries } from "./add-entries.ts";
import { advanceIfOverdue } from "./advance-if-overdue.ts";
import {
  changeOrder,
  currentOrNewSeed,
  pause,
  play,
  playEntry,
  seek,
  skipByVote,
  skipToNext,
  skipToPrevious,
} from "./decide-playback.ts";
import { countQueueVotes, moveEntries, queueEntries, removeEntries, removeTracks, replaceTrack } from "./decide-playlist.ts";
import { setBack, undoEdit } from "./decide-undo.ts";
import { type Actor, type DecisionContext, type Events, NO_EVENTS, type PersonActor } from "./decision.ts";
import { setLoudspeakers } from "./loudspeakers.ts";
import { restorePlayback } from "./restore-playback.ts";
import { evolve, type RoomState } from "./room.ts";
import type { ReplaceTrackCommand, RoomCommand, ServerCommand, SetBackCommand } from "./room-command.ts";
import type { RoomEvent } from "./room-event.ts";
import { withControl } from "./with-control.ts";

type PersonCommand = RoomCommand | ReplaceTrackCommand | SetBackCommand;
/** A command that is decided here. */
type ActingCommand = Exclude<PersonCommand, { type: "vote-skip" | "vote-queue" }>;
export type AnyCommand = PersonCommand | ServerCommand;

/**
 * The room action that each command requires. Commands about entries also check each entry (`canArrangeEntry`), and an undo
 * requires the rights to the edit.
 */
const REQUIRED_ACTION: Record<PersonCommand["type"], RoomAction> = {
  play: "control-playback",
  pause: "control-playback",
  seek: "control-playback",
  next: "control-playback",
  previous: "control-playback",
  select: "control-playback",
  remove: "arrange-own-entries",
  move: "arrange-own-entries",
  undo: "listen",
  "set-back": "see-log",
  "restore-playback": "control-playback",
  "replace-track": "arrange-own-entries",
  repeat: "control-playback",
  shuffle: "control-playback",
  crossfade: "control-playback",
  "group-volume": "control-playback",
  "mute-room": "manage-devices",
  queue: "arrange-own-entries",
  "vote-skip": "control-playback",
  "vote-queue": "add-tracks",
};

/**
 * Decides what a command does: the events to apply, or the reason for its refusal. The changes that are due by now, such as
 * the end of a track, come first, so that a command never acts on an outdated state.
 */
export function decide(state: RoomState, command: AnyCommand, actor: Actor, context: DecisionContext): Events {
  const due = tick(state, context.serverNowMs);
  const current = due.reduce(evolve, state);
  // the end of a track is a change after the latest control
  const now = due.length === 0 ? context : { ...context, undo: { ...context.undo, playback: null } };
  const decided =
    actor.kind === "server" ? decideForServer(current, command, now) : decideForPerson(current, command, actor, now);
  if (!decided.ok) return decided;
  return ok([...due, ...decided.value, ...advanceIfOverdue(current, decided.value, context)]);
}

function tick(state: RoomState, serverNowMs: number): readonly RoomEvent[] {
  return advanceTimeline(state, serverNowMs).map((change) => ({ type: "playback-changed", ...change }));
}

function decideForServer(state: RoomState, command: AnyCommand, context: DecisionContext): Events {
  switch (command.type) {
    case "tick":
      return NO_EVENTS;
    case "add":
      return addEntries(state, command);
    case "remove-tracks":
      return removeTracks(state, new Set(command.trackIds), context);
    case "update-person":
      return updatePerson(state, command.person);
    case "remove-person":
      return state.people[command.userId] ? ok([{ type: "person-removed", userId: command.userId }]) : NO_EVENTS;
    case "replace-track":
      return replaceTrack(state, command, { actor: { kind: "server" }, moment: context });
    case "skip-by-vote":
      return skipByVote(state, command.entryId, context);
    case "count-queue-votes":
      return countQueueVotes(state, command.votes);
    default:
      return fail("forbidden");
  }
}

/** A room stores only people who have added something. */
function updatePerson({ people }: RoomState, person: Person): Events {
  const stored = people[person.id];
  return !stored || isSamePerson(stored, person) ? NO_EVENTS : ok([{ type: "person-changed", person }]);
}

/** Whether a person may send commands of this type in the room. Those about entries also require the right to each entry. */
export function isPermitted({ info }: RoomState, command: AnyCommand, { effectiveRole }: PersonActor): boolean {
  return isPersonCommand(command) && can(effectiveRole, REQUIRED_ACTION[command.type], info);
}

function decideForPerson(state: RoomState, command: AnyCommand, actor: PersonActor, context: DecisionContext): Events {
  if (!isPersonCommand(command)) return fail("forbidden");
  if (!isPermitted(state, command, actor)) {
    return fail(actor.effectiveRole === "guest" ? "login-required" : "forbidden");
  }
  // the room object counts votes (app/domain/votes); their results are commands of the server
  if (command.type === "vote-skip" || command.type === "vote-queue") return NO_EVENTS;
  const decided = decidePersonCommand(state, command, actor, context);
  if (!decided.ok) return decided;
  return ok(withControl(decided.value, { state, command, actor, serverNowMs: context.serverNowMs }));
}

function decidePersonCommand(state: RoomState, command: ActingCommand, actor: PersonActor, context: DecisionContext): Events {
  switch (command.type) {
    case "play":
      return play(state, context);
    case "pause":
      return pause(state, context);
    case "seek":
      return seek(state, command, context);
    case "next":
      return skipToNext(state, command.entryId, context);
    case "previous":
      return skipToPrevious(state, command.entryId, context);
    case "select":
      return selectEntry(state, command.entryId, context);
    case "remove":
      return removeEntries(state, command.entryIds, { actor, moment: context });
    case "move":
      return moveEntries(state, command, actor);
    case "undo":
      return undoEdit(state, command, { actor, context });
    case "set-back":
      return setBack(state, command, { actor, context });
    case "restore-playback":
      return restorePlayback(state, command, { actor, context });
    case "replace-track":
      return replaceTrack(state, command, { actor, moment: context });
    case "repeat":
      return changeOrder(state, { repeat: command.repeat });
    case "shuffle":
      return changeOrder(state, { shuffleSeed: command.isOn ? currentOrNewSeed(state, context) : null });
    case "crossfade":
      return changeOrder(state, { crossfadeMs: command.ms });
    case "group-volume":
      return setLoudspeakers(state, { volume: command.volume });
    case "mute-room":
      return setLoudspeakers(state, { isMuted: command.isOn });
    case "queue":
      return queueEntries(state, command, actor);
  }
}

function selectEntry(state: RoomState, entryId: EntryId, context: DecisionContext): Events {
  return findEntry(state.playlist, entryId) ? playEntry(state, entryId, 0, context) : fail("entry-not-found");
}

function isPersonCommand(command: AnyCommand): command is PersonCommand {
  return command.type in REQUIRED_ACTION;
}
