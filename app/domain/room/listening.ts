import { isMember, type Role } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";
import { hasPublicContent } from "./public-content.ts";
import type { RoomInfo } from "./room.ts";

export const listeningLimits = {
  /** The shortest time between two writes of a room, ms. */
  intervalMs: 2 * SECOND_MS,
  /** The time after which a room writes again who is still present, ms. */
  refreshMs: 3 * MINUTE_MS,
  /** The time after which an entry that was not written again expires, ms. */
  expiresMs: 10 * MINUTE_MS,
  /** When a person begins to show where they listen, at most this many of their rooms are notified at once. */
  notifiedRooms: 50,
} as const;

/** The people who are present in a room, with the server time at which each has last joined. */
export type PresentSince = ReadonlyMap<UserId, number>;

/** A room's knowledge of what it has written. */
export type ListeningProgress = {
  /** The people who were written since the last refresh. Null while that is not known, because the room has just woken. */
  readonly written: ReadonlySet<UserId> | null;
  /** The server time of the last refresh. */
  readonly refreshedAtMs: number;
  /** The people whom the room shows: those of the written ones who show where they listen. */
  readonly shown: readonly UserId[];
};

/** A write of a room: the people who listen in it, each with the time of joining, and those who no longer do. */
export type ListeningChange = {
  readonly arrived: PresentSince;
  readonly left: readonly UserId[];
  /** All present people are written again. */
  readonly isRefresh: boolean;
};

export function planListening(
  { written, refreshedAtMs, shown }: ListeningProgress,
  present: PresentSince,
  nowMs: number,
): ListeningChange {
  const isRefresh = written === null || nowMs - refreshedAtMs >= listeningLimits.refreshMs;
  return {
    arrived: isRefresh ? present : new Map([...present].filter(([userId]) => !written.has(userId))),
    left: shown.filter((userId) => !present.has(userId)),
    isRefresh,
  };
}

type WrittenChange = {
  readonly change: ListeningChange;
  /** The people who were present when the change was planned. */
  readonly present: PresentSince;
  /** Of those who arrived, the people who show where they listen. */
  readonly shown: readonly UserId[];
};

/** The progress after a change was written. */
export function recordListening(
  progress: ListeningProgress,
  { change, present, shown }: WrittenChange,
  nowMs: number,
): ListeningProgress {
  const stayed = change.isRefresh ? [] : progress.shown.filter((userId) => present.has(userId));
  return {
    written: new Set(present.keys()),
    refreshedAtMs: change.isRefresh ? nowMs : progress.refreshedAtMs,
    shown: change.left.length + shown.length === 0 && !change.isRefresh ? progress.shown : [...new Set([...stayed, ...shown])],
  };
}

/** Whether a person with this role in a room may see who listens in it (LN3). */
export function canSeeListening(room: Pick<RoomInfo, "visibility" | "hasPassword">, role: Role | null): boolean {
  return isMember(role) || hasPublicContent(room);
}
