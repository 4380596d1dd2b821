import type { EffectiveRole } from "#app/domain/access/permissions.ts";
import type { EntryId, UserId } from "#app/domain/ids.ts";
import type { PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import type { Entry, RankChange } from "#app/domain/playlist/playlist.ts";
import { ok, type Result } from "#app/domain/result.ts";
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

/** The edits that can still be undone. Records older than `playlistLimits.undoMs` are not returned. */
export type UndoRecords = {
  /** The given entries that were removed. */
  removedEntries(ids: readonly EntryId[]): readonly Entry[];
  /** The former ranks of the given entries that were moved. */
  previousRanks(ids: readonly EntryId[]): readonly RankChange[];
  /** The latest control of playback, until something else changes what plays. */
  readonly playback: PlaybackRecord | null;
};

/** A browser that predicts the outcome of a command has no undo records. */
export const NO_UNDO_RECORDS: UndoRecords = { removedEntries: () => [], previousRanks: () => [], playback: null };

/** The inputs of a decision besides the state, the command and the actor. */
export type DecisionContext = Moment & { readonly undo: UndoRecords };

/** The outcome of a decision: the events to apply, or the reason for the refusal. */
export type Events = Result<readonly RoomEvent[]>;

export const NO_EVENTS: Events = ok([]);
