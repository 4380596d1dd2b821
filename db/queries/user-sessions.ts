import { and, desc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { sessions, users } from "#db/schema/rooms.ts";
import { jsonList } from "./json-list.ts";
import { personColumns } from "./rooms.ts";
import type { SessionRow } from "./sessions.ts";

/** A user's unexpired sessions, most recently used first. */
export async function listUserSessions(db: Db, userId: UserId, nowMs: number): Promise<readonly SessionRow[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAtMs, nowMs)))
    .orderBy(desc(sessions.seenAtMs), desc(sessions.renewedAtMs));
  noteRead(db, "sessions", "user_id", userId);
  return rows;
}

/** Ends one session of a user. False if the user has no such session. */
export async function deleteUserSession(db: Db, userId: UserId, tokenHash: string): Promise<boolean> {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.tokenHash, tokenHash)))
    .returning({ tokenHash: sessions.tokenHash });
  return deleted.length > 0;
}

/**
 * Ends a user's sessions and returns their number. The live object notifies open rooms.
 * @param exceptId the session to keep; null ends all of them
 */
export async function deleteOtherSessions(db: Db, userId: UserId, exceptId: string | null): Promise<number> {
  const isOwn = eq(sessions.userId, userId);
  const deleted = await db
    .delete(sessions)
    .where(exceptId === null ? isOwn : and(isOwn, ne(sessions.tokenHash, exceptId)))
    .returning({ tokenHash: sessions.tokenHash });
  return deleted.length;
}

/** The person of each session, by session id. Sessions that have ended are missing. */
export async function findSignedInPeople(
  db: Db,
  sessionIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, Person>> {
  const isRequested = sql`${sessions.tokenHash} in ${jsonList(sessionIds)}`;
  const rows = await db
    .select({ sessionId: sessions.tokenHash, person: personColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isRequested, gt(sessions.expiresAtMs, nowMs), isNull(users.deletedAtMs)));
  return new Map(rows.map(({ sessionId, person }) => [sessionId, person]));
}
