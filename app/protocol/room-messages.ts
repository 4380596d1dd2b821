import type { PresentPerson } from "#app/domain/access/connection.ts";
import type { EffectiveRole } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { DeviceId, EditId, EntryId, UserId } from "#app/domain/ids.ts";
import type { Reaction, ReactionMarks } from "#app/domain/reactions/reactions.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import type { DeviceReport, RoomSyncSummary } from "#app/domain/sync/room-sync-summary.ts";
import type { SkipVoteTally } from "#app/domain/votes/skip-vote.ts";
import type { ChatClientMessage, ChatServerMessage, ChatStatus } from "./chat-messages.ts";
import type { DeviceClientMessage, DeviceServerMessage } from "./device-messages.ts";
import type { PackedEntries } from "./packed-entries.ts";

/**
 * The messages between a room and a browser, in both directions: JSON, one message per WebSocket frame, over one
 * WebSocket per device at `/api/rooms/{id}/socket?v={PROTOCOL_VERSION}`.
 */

/** Incremented when an old page can no longer understand a new server. */
export const PROTOCOL_VERSION = 10;

/** The platform answers a ping without waking the room object. */
export const PING = "ping";
export const PONG = "pong";

/** A message from a browser. */
export type ClientMessage =
  /** `id` is the id of the edit, if the command is one: a command that arrives again is not applied again. */
  | { readonly type: "command"; readonly id: EditId; readonly command: RoomCommand }
  /** A clock probe. `sentLocalMs` is the device's time and comes back unchanged. */
  | { readonly type: "clock"; readonly sentLocalMs: number; readonly roundTripMs: number | null }
  /** The device's playback error; null while it plays nothing. It is a clock probe too, which saves a message. */
  | { readonly type: "report"; readonly report: DeviceReport | null; readonly sentLocalMs: number }
  /** The name that a guest chooses for the others; null removes it. It is forgotten when the connection ends. */
  | { readonly type: "set-name"; readonly name: string | null }
  /** A reaction to the entry that plays; it gets no reply. The room's position counts. */
  | { readonly type: "reaction"; readonly entryId: EntryId; readonly reaction: Reaction }
  /** Asks for a new snapshot, after a gap in the revisions. */
  | { readonly type: "request-snapshot" }
  | DeviceClientMessage
  | ChatClientMessage;

/** A message from a room. */
export type ServerMessage =
  | Snapshot
  /** More entries of the snapshot's playlist. */
  | { readonly type: "entries"; readonly entries: PackedEntries }
  | { readonly type: "events"; readonly revision: number; readonly events: readonly RoomEvent[] }
  /** The outcome of a command; null for success. */
  | { readonly type: "reply"; readonly id: string; readonly error: ErrorCode | null }
  /** The answer to a clock probe or a report. */
  | { readonly type: "clock"; readonly sentLocalMs: number; readonly serverMs: number; readonly clockEpoch: string }
  /**
   * The people who have come, changed or left, who have no devices then, and the number of all guests. `guestNames` are those
   * of all guests who have one; null if they have not changed.
   */
  | {
      readonly type: "presence";
      readonly present: readonly PresentPerson[];
      readonly guests: number;
      readonly guestNames: readonly string[] | null;
    }
  /** The recipient's own role has changed. */
  | { readonly type: "self"; readonly self: Self }
  /** The members have changed; `members.list` returns them. */
  | { readonly type: "members-changed" }
  /** The recipient has no access. The connection is closed with `rejoin` when that may have changed. */
  | { readonly type: "waiting" }
  | { readonly type: "media-grant"; readonly media: MediaGrant }
  | { readonly type: "sync-summary"; readonly syncSummary: RoomSyncSummary }
  /** The reactions since the previous such message, those of the recipient included. */
  | { readonly type: "reactions"; readonly added: readonly EntryReactions[] }
  /** The stored reactions of the current track, after a snapshot and when another entry becomes current; not sent if there are none. */
  | ({ readonly type: "track-reactions" } & EntryReactions)
  /** The vote to skip the current entry. Null while no vote is needed; after a snapshot, null is not sent. */
  | { readonly type: "skip-vote"; readonly vote: SkipVoteTally | null }
  /** The recipient's own votes, after each change by one of their devices. */
  | { readonly type: "own-votes"; readonly votes: OwnVotes }
  /** Asks for a `PING`. Browsers suspend the timers of hidden pages, so those do not ping by themselves. */
  | { readonly type: "ping-request" }
  /** Messages that are broadcast together, in their order. */
  | { readonly type: "batch"; readonly messages: readonly ServerMessage[] }
  /** A message could not be read. A command that could be identified gets a `reply` instead. */
  | { readonly type: "error"; readonly error: ErrorCode }
  | DeviceServerMessage
  | ChatServerMessage;

/** The first message of a connection, and the answer to `request-snapshot`. Events continue from `revision`. */
export type Snapshot = { readonly type: "snapshot" } & SharedSnapshot & OwnSnapshot;

/** The part of a snapshot that is the same for everyone. */
export type SharedSnapshot = {
  readonly revision: number;
  /** Without the playlist, which comes in pages. */
  readonly state: Omit<RoomState, "playlist">;
  /** The page with the current entry. The rest follows in `entries` messages before anything else. */
  readonly entries: PackedEntries;
  /** The number of entries on all pages. */
  readonly entryCount: number;
};

export type OwnSnapshot = {
  /** The id of the recipient's connection. */
  readonly deviceId: DeviceId;
  readonly self: Self;
  readonly present: readonly PresentPerson[];
  /** Connections of guests. */
  readonly guests: number;
  /** The names that guests have chosen. */
  readonly guestNames: readonly string[];
  readonly media: MediaGrant;
  readonly syncSummary: RoomSyncSummary;
  /** Changes when the room object restarts, perhaps on a machine with another clock. */
  readonly clockEpoch: string;
  readonly chat: ChatStatus;
};

/** Reactions to the track of an entry. */
export type EntryReactions = { readonly entryId: EntryId; readonly marks: ReactionMarks };

/** The entries for which a person has voted. */
export type OwnVotes = {
  /** The entry that the person wants to skip. */
  readonly skip: EntryId | null;
  /** Queued entries. */
  readonly queue: readonly EntryId[];
};

/** The recipient of a message. */
export type Self = { readonly userId: UserId | null; readonly effectiveRole: EffectiveRole };

/** The right to read a room's media: a query string for `/media/audio/{trackId}?{query}`. `expiresAtMs` is server time. */
export type MediaGrant = { readonly query: string; readonly expiresAtMs: number };

/** The reasons for which the server closes a connection, and their close codes. */
export const CLOSE_CODES = {
  "protocol-version": 4400,
  "password-required": 4401,
  "token-expired": 4402,
  "access-lost": 4403,
  "room-removed": 4404,
  /** The recipient was disconnected from another device. */
  disconnected: 4405,
  silent: 4408,
  /** The recipient's access has changed: it connects again and is checked again. */
  rejoin: 4409,
  "too-many-messages": 4429,
} as const;

export type CloseReason = keyof typeof CLOSE_CODES;

const FINAL: readonly CloseReason[] = [
  "protocol-version",
  "password-required",
  "token-expired",
  "access-lost",
  "room-removed",
  "disconnected",
];

/** Whether connecting again is useless until something else changes. */
export function isFinalClose(code: number): boolean {
  return FINAL.some((reason) => CLOSE_CODES[reason] === code);
}
