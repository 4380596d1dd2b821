/**
 * Everything that is said between a room and a device, in both directions. One JSON frame a message over one
 * WebSocket per device at `/api/rooms/{id}/socket?v={PROTOCOL_VERSION}`.
 */

import type { EffectiveRole, Role } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import type { DeviceReport, RoomSyncSummary } from "#app/domain/sync/room-sync-summary.ts";
import type { PackedEntries } from "./packed-entries.ts";

/** Raised when an old page could no longer understand a new server. */
export const PROTOCOL_VERSION = 3;

/** Answered by the platform without waking the room. */
export const PING = "ping";
export const PONG = "pong";

/** What a device says. */
export type ClientMessage =
  | { readonly type: "command"; readonly id: string; readonly command: RoomCommand }
  /** A clock probe: device time, ms; comes back untouched. */
  | { readonly type: "clock"; readonly sentLocalMs: number; readonly roundTripMs: number | null }
  /** How this device sounds; null: it does not. */
  | { readonly type: "report"; readonly report: DeviceReport | null }
  /** "I missed something, start over." */
  | { readonly type: "request-snapshot" };

/** What the room says. */
export type ServerMessage =
  | Snapshot
  /** More of what a welcome began. */
  | { readonly type: "entries"; readonly entries: PackedEntries }
  | { readonly type: "events"; readonly revision: number; readonly events: readonly RoomEvent[] }
  | { readonly type: "reply"; readonly id: string; readonly error: ErrorCode | null }
  | { readonly type: "clock"; readonly sentLocalMs: number; readonly serverMs: number; readonly clockEpoch: string }
  | { readonly type: "presence"; readonly present: PresentPerson }
  | { readonly type: "anonymous"; readonly devices: number }
  /** What this device's person is from now on. */
  | { readonly type: "self"; readonly self: Self }
  /** Who belongs to the room has changed: `members.list` says how. */
  | { readonly type: "members-changed" }
  /** Not let in: the socket stays, and is closed with `rejoin` when that may be otherwise. */
  | { readonly type: "waiting" }
  | { readonly type: "media-grant"; readonly media: MediaGrant }
  | { readonly type: "sync-summary"; readonly syncSummary: RoomSyncSummary }
  /** "Are you still there?", to a page whose timers the browser has put to sleep; it answers with `PING`. */
  | { readonly type: "ping-request" }
  /** Something that cannot be told by a reply: a frame that made no sense. */
  | { readonly type: "error"; readonly error: ErrorCode };

/** The first frame, and the answer to `request-snapshot`. Events count on from `revision`. */
export type Snapshot = {
  readonly type: "snapshot";
  readonly version: number;
  readonly revision: number;
  /** But for its playlist. */
  readonly state: Omit<RoomState, "playlist">;
  /** Those around what plays; the rest follows in `entries` frames before anything else, all of them counted here. */
  readonly entries: PackedEntries;
  readonly entryCount: number;
  readonly self: Self;
  readonly present: readonly PresentPerson[];
  /** Devices of guests. */
  readonly anonymous: number;
  readonly media: MediaGrant;
  readonly syncSummary: RoomSyncSummary;
  readonly serverNowMs: number;
  /** Changes when the room may have moved to another machine, whose clock is another. */
  readonly clockEpoch: string;
};

export type Self = { readonly userId: UserId | null; readonly effectiveRole: EffectiveRole };

/** Somebody who is in the room now. With no devices they have just left. */
export type PresentPerson = { readonly person: Person; readonly role: Role | null; readonly devices: number };

/** What a device adds to a reference to get an address it may read (`/media/audio/{ref}?{query}`). */
export type MediaGrant = { readonly query: string; readonly expiresAtMs: number };

/** Why a socket was closed, for a device to know whether to come back. */
export const CLOSE_CODES = {
  "protocol-version": 4400,
  "password-required": 4401,
  "token-expired": 4402,
  "access-lost": 4403,
  "room-removed": 4404,
  silent: 4408,
  /** What somebody may do has changed while they came in, or waited: come again and be looked at anew. */
  rejoin: 4409,
  "too-many-messages": 4429,
} as const;

export type CloseReason = keyof typeof CLOSE_CODES;

const FINAL: readonly CloseReason[] = ["protocol-version", "password-required", "token-expired", "access-lost", "room-removed"];

/** Coming back makes no sense before something else has changed. */
export function isFinalClose(code: number): boolean {
  return FINAL.some((reason) => CLOSE_CODES[reason] === code);
}
