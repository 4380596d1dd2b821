import { and, desc, eq, gt, isNull, lt, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { linkedAccounts } from "#db/schema/accounts.ts";
import { sessions, users } from "#db/schema/rooms.ts";
import type { UserRow } from "./users.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** What somebody has come in by, as it was read. */
export type SignInMethod =
  | { readonly kind: "password"; readonly passwordHash: string | null }
  | { readonly kind: "provider"; readonly provider: Provider; readonly providerUserId: string };

/**
 * Begins a session if its way in is open still: what closes one ends all sessions, and a sign-in that is under way then
 * must not outlive it. The session `inPlaceOf` ends, and those of its user that are too many. False: it has not begun.
 */
export async function insertSession(
  db: Db,
  session: SessionRow,
  { signInMethod, inPlaceOf }: { readonly signInMethod: SignInMethod; readonly inPlaceOf: string | null },
): Promise<boolean> {
  const { tokenHash, userId } = session;
  const owner = db
    .select({
      tokenHash: sql`${tokenHash}`.as("token_hash"),
      userId: users.id,
      createdAtMs: sql`${session.createdAtMs}`.as("created_at_ms"),
      renewedAtMs: sql`${session.renewedAtMs}`.as("renewed_at_ms"),
      seenAtMs: sql`${session.seenAtMs}`.as("seen_at_ms"),
      browser: sql`${session.browser}`.as("browser"),
      os: sql`${session.os}`.as("os"),
      expiresAtMs: sql`${session.expiresAtMs}`.as("expires_at_ms"),
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAtMs), isOpen(signInMethod)));
  const lastUsed = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.seenAtMs), desc(sessions.renewedAtMs))
    .limit(accountLimits.sessionsPerPerson);
  const isTooMuch = and(ne(sessions.tokenHash, tokenHash), notInArray(sessions.tokenHash, sql`(${lastUsed})`));
  const hasBegun = sql`exists (select 1 from ${sessions} as begun where begun.token_hash = ${tokenHash})`;
  const [begun] = await db.batch([
    db.insert(sessions).select(owner).returning({ tokenHash: sessions.tokenHash }),
    db.delete(sessions).where(and(eq(sessions.userId, userId), isTooMuch)),
    ...(inPlaceOf === null ? [] : [db.delete(sessions).where(and(eq(sessions.tokenHash, inPlaceOf), hasBegun))]),
  ]);
  return begun.length > 0;
}

/** In a statement about `users`. */
function isOpen(signInMethod: SignInMethod): SQL {
  if (signInMethod.kind === "password") return sql`${users.passwordHash} is ${signInMethod.passwordHash}`;
  return sql`exists (select 1 from ${linkedAccounts} where ${linkedAccounts.userId} = ${users.id}
    and ${linkedAccounts.provider} = ${signInMethod.provider} and ${linkedAccounts.providerUserId} = ${signInMethod.providerUserId})`;
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

/** Whose it was; null: there is none. */
export async function deleteSession(db: Db, tokenHash: string): Promise<UserId | null> {
  const gone = await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning({ userId: sessions.userId }).get();
  return gone?.userId ?? null;
}

export async function deleteExpiredSessions(db: Db, nowMs: number): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAtMs, nowMs));
}
