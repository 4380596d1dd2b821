import { and, desc, eq, gt, isNull, lt, ne, notInArray, type SQL, sql } from "drizzle-orm";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import type { UserId } from "#app/domain/ids.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { linkedAccounts } from "#db/schema/accounts.ts";
import { sessions, users } from "#db/schema/rooms.ts";
import type { UserRow } from "./users.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** The credential that a user signed in with, as it was when it was verified. */
export type SignInMethod =
  | { readonly kind: "password"; readonly passwordHash: string | null }
  | { readonly kind: "provider"; readonly provider: Provider; readonly providerUserId: string };

/**
 * Inserts a session if its sign-in method is still valid: a change of the password or an unlinked provider ends all
 * sessions, and a sign-in in progress must not outlive that. Also deletes the session `replaces`, and the user's least
 * recently used sessions over the maximum. False if the method is no longer valid; nothing is then inserted.
 */
export async function insertSession(
  db: Db,
  session: SessionRow,
  { signInMethod, replaces }: { readonly signInMethod: SignInMethod; readonly replaces: string | null },
): Promise<boolean> {
  const { tokenHash, userId } = session;
  const isInserted = sql`exists (select 1 from ${sessions} as inserted where inserted.token_hash = ${tokenHash})`;
  const [inserted] = await db.batch([
    db
      .insert(sessions)
      .select(selectValidSession(db, session, signInMethod))
      .returning({ tokenHash: sessions.tokenHash }),
    db.delete(sessions).where(and(eq(sessions.userId, userId), isOverMaximum(db, session))),
    ...(replaces === null ? [] : [db.delete(sessions).where(and(eq(sessions.tokenHash, replaces), isInserted))]),
  ]);
  return inserted.length > 0;
}

/** The session as a row, or no row if its sign-in method is no longer valid. */
function selectValidSession(db: Db, session: SessionRow, signInMethod: SignInMethod) {
  return db
    .select({
      tokenHash: sql`${session.tokenHash}`.as("token_hash"),
      userId: users.id,
      createdAtMs: sql`${session.createdAtMs}`.as("created_at_ms"),
      renewedAtMs: sql`${session.renewedAtMs}`.as("renewed_at_ms"),
      seenAtMs: sql`${session.seenAtMs}`.as("seen_at_ms"),
      browser: sql`${session.browser}`.as("browser"),
      os: sql`${session.os}`.as("os"),
      expiresAtMs: sql`${session.expiresAtMs}`.as("expires_at_ms"),
      confirmedAtMs: sql`${session.confirmedAtMs}`.as("confirmed_at_ms"),
    })
    .from(users)
    .where(and(eq(users.id, session.userId), isNull(users.deletedAtMs), isValid(signInMethod)));
}

/** A condition on `users`. */
function isValid(signInMethod: SignInMethod): SQL {
  if (signInMethod.kind === "password") return sql`${users.passwordHash} is ${signInMethod.passwordHash}`;
  return sql`exists (select 1 from ${linkedAccounts} where ${linkedAccounts.userId} = ${users.id}
    and ${linkedAccounts.provider} = ${signInMethod.provider} and ${linkedAccounts.providerUserId} = ${signInMethod.providerUserId})`;
}

/** A condition on `sessions`: not the new session, and not among the user's most recently used ones. */
function isOverMaximum(db: Db, { tokenHash, userId }: SessionRow): SQL | undefined {
  const lastUsed = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.seenAtMs), desc(sessions.renewedAtMs))
    .limit(accountLimits.sessionsPerPerson);
  return and(ne(sessions.tokenHash, tokenHash), notInArray(sessions.tokenHash, sql`(${lastUsed})`));
}

/** Null if the session does not exist or has expired, or its account is deleted. */
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
  noteRead(db, "sessions", "token_hash", tokenHash);
  // an account that is deleted loses its sessions
  noteRead(db, "users", "id", row ? row.user.id : []);
  return row ?? null;
}

/** Whether a person has a session whose hash begins like this, and that has not ended. */
export async function isSessionOpen(
  db: Db,
  { userId, tokenHashStart, nowMs }: { readonly userId: UserId; readonly tokenHashStart: string; readonly nowMs: number },
): Promise<boolean> {
  const beginsSo = sql`substr(${sessions.tokenHash}, 1, ${tokenHashStart.length}) = ${tokenHashStart}`;
  const isOpen = and(eq(sessions.userId, userId), beginsSo, gt(sessions.expiresAtMs, nowMs));
  return (await db.select({ tokenHash: sessions.tokenHash }).from(sessions).where(isOpen).get()) !== undefined;
}

export async function renewSession(
  db: Db,
  { tokenHash, nowMs, expiresAtMs }: { readonly tokenHash: string; readonly nowMs: number; readonly expiresAtMs: number },
): Promise<void> {
  await db.update(sessions).set({ renewedAtMs: nowMs, seenAtMs: nowMs, expiresAtMs }).where(eq(sessions.tokenHash, tokenHash));
}

export async function recordSessionUse(
  db: Db,
  { tokenHash, nowMs }: { readonly tokenHash: string; readonly nowMs: number },
): Promise<void> {
  await db.update(sessions).set({ seenAtMs: nowMs }).where(eq(sessions.tokenHash, tokenHash));
}

export async function confirmSession(
  db: Db,
  { tokenHash, nowMs }: { readonly tokenHash: string; readonly nowMs: number },
): Promise<void> {
  await db.update(sessions).set({ confirmedAtMs: nowMs }).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteExpiredSessions(db: Db, nowMs: number): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAtMs, nowMs));
}
