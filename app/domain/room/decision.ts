import type { EffectiveRole } from "#app/domain/access/permissions.ts";
import type { EditId, EntryId, UserId } from "#app/domain/ids.ts";
import type { PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { ok, type Result } from "#app/domain/result.ts";
import type { LoggedEdit, Placement } from "#app/domain/room-log/room-log.ts";
import type { RoomEvent } from "./room-event.ts";

/** The origin of a command: a person with an effective role in the room, or the server itself. */
export type Actor = PersonActor | { readonly kind: "server" };
export type PersonActor = {
  readonly kind: "person";
  /** Null for a guest. */
  readonly userId: UserId | null;
  /** The name that a guest has chosen, if any. */
  readonly guestName?: string | null;
  readonly effectiveRole: EffectiveRole;
};

/** The time of a decision. */
export type Moment = {
  readonly serverNowMs: number;
  /** How far in the future a start or a stop is scheduled, ms; see `computeLeadMs`. */
  readonly leadMs: number;
};

/** The part of the room's log that decisions need. */
export type UndoLog = {
  /** Null if the log does not contain the edit, or no longer. */
  findEdit(editId: EditId): LoggedEdit | null;
  /** Those of the given entries that the playlist does not contain and that can return, with their latest ranks. */
  removedEntries(ids: readonly EntryId[]): readonly Entry[];
  /** Where the entries that were edited since were before the edit at a place. Null if the log does not contain the place. */
  placementsBefore(place: number): readonly Placement[] | null;
};

export type UndoRecords = UndoLog & {
  /** The latest control of playback, until something else changes what plays. */
  readonly playback: PlaybackRecord | null;
};

/** The inputs of a decision besides the state, the command and the actor. */
export type DecisionContext = Moment & { readonly undo: UndoRecords };

/** The outcome of a decision: the events to apply, or the reason for the refusal. */
export type Events = Result<readonly RoomEvent[]>;

export const NO_EVENTS: Events = ok([]);
