import { and, desc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { sessions, users } from "#db/schema/rooms.ts";
import { personColumns } from "./rooms.ts";
import type { SessionRow } from "./sessions.ts";

/** The newest in use first. */
export async function listUserSessions(db: Db, userId: UserId, nowMs: number): Promise<readonly SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAtMs, nowMs)))
    .orderBy(desc(sessions.seenAtMs), desc(sessions.renewedAtMs));
}

/** Signs a person out on one device. False: it is none of theirs, or gone. */
export async function deleteUserSession(db: Db, userId: UserId, tokenHash: string): Promise<boolean> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.tokenHash, tokenHash)))
    .returning({ tokenHash: sessions.tokenHash });
  return gone.length > 0;
}

/**
 * Signs a person out everywhere but in the session `keepId`: how many ended. Rooms find out at their next look, within
 * 20 s.
 * @param keepId null: everywhere
 */
export async function deleteOtherSessions(db: Db, userId: UserId, keepId: string | null): Promise<number> {
  const isTheirs = eq(sessions.userId, userId);
  const gone = await db
    .delete(sessions)
    .where(keepId === null ? isTheirs : and(isTheirs, ne(sessions.tokenHash, keepId)))
    .returning({ tokenHash: sessions.tokenHash });
  return gone.length;
}

/** Who is signed in by these sessions, by session; one that is over is not there. */
export async function findSignedIn(db: Db, sessionIds: readonly string[], nowMs: number): Promise<ReadonlyMap<string, Person>> {
  const isAsked = sql`${sessions.tokenHash} in (select value from json_each(${JSON.stringify(sessionIds)}))`;
  const rows = await db
    .select({ sessionId: sessions.tokenHash, person: personColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isAsked, gt(sessions.expiresAtMs, nowMs), isNull(users.deletedAtMs)));
  return new Map(rows.map(({ sessionId, person }) => [sessionId, person]));
}
