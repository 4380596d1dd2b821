import type { AccessProgress } from "#app/domain/access/access-epochs.ts";
import type { Role } from "#app/domain/access/permissions.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { PlayOrder } from "#app/domain/playback/play-order.ts";
import type { Playback } from "#app/domain/playback/playback.ts";

/** The numbers of stored rows of a room. */
export type RoomCounts = {
  readonly entries: number;
  readonly upNext: number;
  readonly people: number;
  readonly plays: number;
  /** Removed and moved entries that can still be restored. */
  readonly edits: number;
  /** Tracks that have left the playlist and are still in the index in D1. */
  readonly recentRemovals: number;
};

/** A connection without its session. */
export type InspectedConnection = {
  /** Null for a guest. */
  readonly name: string | null;
  readonly role: Role | null;
  readonly joinedAtMs: number;
  readonly roundTripMs: number | null;
  /** When its media grant expires, server time; 0 before the first grant. */
  readonly mediaUntilMs: number;
  /** When the room access token expires that admitted it; null if none is needed. */
  readonly accessUntilMs: number | null;
};

/** The facts that a room object knows about itself. Contains no tokens, passwords, grants or ids of sessions. */
export type RoomInspection = {
  /** The room's clock. */
  readonly serverNowMs: number;
  readonly roomId: RoomId;
  readonly revision: number;
  readonly access: AccessProgress;
  /** Whether every received change of access has been applied. */
  readonly isAccessCurrent: boolean;
  readonly playback: Playback;
  /** The position in the current entry; not limited by its length. */
  readonly positionMs: number;
  /** The title of the current entry's track; null if there is no current entry. */
  readonly currentTitle: string | null;
  readonly order: Pick<PlayOrder, "repeat" | "isFair"> & { readonly isShuffled: boolean };
  readonly counts: RoomCounts;
  readonly connections: readonly InspectedConnection[];
  readonly activeUsers: number;
  /** Devices that have reported how well they are in sync. */
  readonly reports: number;
  /** Sockets of people who wait for access. */
  readonly waiting: number;
  /** When the object's alarm is due; null for none. */
  readonly alarmAtMs: number | null;
  /** When the next removal of a track becomes final; null for none. */
  readonly removalDueMs: number | null;
  /** When the connections must rejoin, because a change of access is missing; null if none is. */
  readonly rejoinDueMs: number | null;
  readonly storageBytes: number;
  /** Whether live queries depend on the room. */
  readonly isWatchedByQueries: boolean;
};
