import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { sessions, users } from "#db/schema.ts";
import type { UserRow } from "./users.ts";

export type SessionRow = typeof sessions.$inferSelect;

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.insert(sessions).values(session);
}

export async function findSession(
  db: Db,
  { tokenHash, nowMs }: { readonly tokenHash: string; readonly nowMs: number },
): Promise<{ readonly session: SessionRow; readonly user: UserRow } | null> {
  const row = await db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAtMs, nowMs), isNull(users.deletedAtMs)))
    .get();
  return row ?? null;
}

export async function renewSession(
  db: Db,
  { tokenHash, nowMs, expiresAtMs }: { readonly tokenHash: string; readonly nowMs: number; readonly expiresAtMs: number },
): Promise<void> {
  await db.update(sessions).set({ renewedAtMs: nowMs, seenAtMs: nowMs, expiresAtMs }).where(eq(sessions.tokenHash, tokenHash));
}

export async function noteSessionSeen(
  db: Db,
  { tokenHash, nowMs }: { readonly tokenHash: string; readonly nowMs: number },
): Promise<void> {
  await db.update(sessions).set({ seenAtMs: nowMs }).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteExpiredSessions(db: Db, nowMs: number): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAtMs, nowMs));
}
