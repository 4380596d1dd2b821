import { currentEntryId, type Playback } from "#app/domain/playback/playback.ts";
import { anchorAt, type ControlActor, type ControlKind } from "#app/domain/playback/playback-control.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import type { PersonActor } from "./decision.ts";
import type { RoomState } from "./room.ts";
import type { ReplaceTrackCommand, RoomCommand, SetBackCommand } from "./room-command.ts";
import type { RoomEvent } from "./room-event.ts";

type Decided = {
  /** The state before the events. */
  readonly state: RoomState;
  readonly command: RoomCommand | ReplaceTrackCommand | SetBackCommand;
  readonly actor: PersonActor;
  readonly serverNowMs: number;
};

type MoveType = "next" | "previous" | "select" | "seek";

/** The events of a person's command. If they change what plays, an event with the person comes first. */
export function withControl(
  events: readonly RoomEvent[],
  { state, command, actor, serverNowMs }: Decided,
): readonly RoomEvent[] {
  if (events.length === 0) return events;
  const before = anchorAt(state.playback, serverNowMs);
  const changed = events.findLast((event) => event.type === "playback-changed");
  const kind = findKind(command.type, before, changed ? changed.playback : null);
  return kind ? [{ type: "playback-controlled", kind, ...toControlActor(actor), before }, ...events] : events;
}

/** The part of an actor that is announced to the others. */
export function toControlActor({ userId, guestName = null }: PersonActor): ControlActor {
  return { userId, guestName: userId === null ? guestName : null };
}

function findKind(type: Decided["command"]["type"], before: Playback, after: Playback | null): ControlKind | null {
  switch (type) {
    case "next":
    case "previous":
    case "select":
    case "seek":
      return after && findMoveKind(type, before, after);
    case "remove":
    case "undo":
    case "set-back":
      // an idle room has selected an entry that returns
      return after && before.status !== "idle" ? "remove" : null;
    case "repeat":
    case "shuffle":
    case "crossfade":
      return type;
    case "play":
    case "pause":
    case "move":
    case "restore-playback":
    case "replace-track":
    case "queue":
    case "group-volume":
    case "mute-room":
    case "vote-skip":
    case "vote-queue":
      return null;
  }
}

/** Null for a small move within the current track. */
function findMoveKind(type: MoveType, before: Playback, after: Playback): ControlKind | null {
  if (type === "next" && before.status === "playing" && after.status !== "playing") return "stop";
  if (currentEntryId(before) !== currentEntryId(after)) return type;
  if (Math.abs(startMs(after) - startMs(before)) <= playbackLimits.quietSeekMs) return null;
  return type === "seek" ? "seek" : "restart";
}

function startMs(playback: Playback): number {
  return playback.status === "idle" ? 0 : playback.positionMs;
}
