import { can, type RoomAction } from "#app/domain/access/permissions.ts";
import { isSamePerson, type Person } from "#app/domain/accounts/person.ts";
import { back, pause, play, reorder, seedFrom, seek, skip, start } from "#app/domain/playback/decide-playback.ts";
import { advance } from "#app/domain/playback/schedule.ts";
import { add, drop, move, queue, remove, replaceTrack, restoreEntries } from "#app/domain/playlist/decide-playlist.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import { fail, ok } from "#app/domain/result.ts";
import { type Actor, type Events, type Moment, NO_EVENTS, type PersonActor } from "./decision.ts";
import { evolve, type RoomState } from "./room.ts";
import type { ReplaceTrackCommand, Restoration, RoomCommand, ServerCommand } from "./room-command.ts";
import type { RoomEvent } from "./room-event.ts";

export type AnyCommand = RoomCommand | Restoration | ReplaceTrackCommand | ServerCommand;

/** The right that each command takes; what somebody added themselves is looked at beyond it. */
const REQUIRED: Record<(RoomCommand | Restoration | ReplaceTrackCommand)["type"], RoomAction> = {
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
  "replace-track": "arrange-own-entries",
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
    actor.kind === "server" ? decideForServer(current, command, moment) : decideForPerson(current, command, actor, moment);
  return decided.ok ? ok([...passed, ...decided.value]) : decided;
}

function tick(state: RoomState, serverNowMs: number): readonly RoomEvent[] {
  return advance(state, serverNowMs).map((change) => ({ type: "playback-changed", ...change }));
}

function decideForServer(state: RoomState, command: AnyCommand, moment: Moment): Events {
  switch (command.type) {
    case "tick":
      return NO_EVENTS;
    case "add":
      return add(state, command.entries, command.person);
    case "drop":
      return drop(state, new Set(command.trackIds), moment);
    case "update-person":
      return introduce(state, command.person);
    case "forget":
      return state.people[command.userId] ? ok([{ type: "person-removed", userId: command.userId }]) : NO_EVENTS;
    case "replace-track":
      return replaceTrack(state, command, { actor: { kind: "server" }, moment });
    default:
      return fail("forbidden");
  }
}

/** Whoever has added nothing is not remembered. */
function introduce({ people }: RoomState, person: Person): Events {
  const known = people[person.id];
  return !known || isSamePerson(known, person) ? NO_EVENTS : ok([{ type: "person-changed", person }]);
}

function decideForPerson(state: RoomState, command: AnyCommand, actor: PersonActor, moment: Moment): Events {
  if (isOfServer(command)) return fail("forbidden");
  if (!can(actor.effectiveRole, REQUIRED[command.type]))
    return fail(actor.effectiveRole === "guest" ? "login-required" : "forbidden");
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
      return restoreEntries(state, command, actor);
    case "replace-track":
      return replaceTrack(state, command, { actor, moment });
    case "repeat":
      return reorder(state, { ...state.order, repeat: command.repeat });
    case "shuffle":
      return reorder(state, { ...state.order, shuffleSeed: command.isOn ? seedFrom(state, moment) : null });
    case "queue":
      return queue(state, command, actor);
  }
}

function isOfServer(command: AnyCommand): command is ServerCommand {
  return !(command.type in REQUIRED);
}
