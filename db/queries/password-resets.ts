import { and, eq, gt, inArray, isNull, lt, ne, not, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { linkedAccounts, passwordResets } from "#db/schema/accounts.ts";
import { sessions, users } from "#db/schema/rooms.ts";
import { insertMailWhere, type MailRow } from "./mails.ts";
import type { UserRow } from "./users.ts";

export type PasswordReset = typeof passwordResets.$inferSelect;
type NewReset = Pick<PasswordReset, "tokenHash" | "userId" | "createdAtMs" | "expiresAtMs">;

/**
 * Earlier links stay as good as they are: one of them may be in somebody's hands already. False: the email or the password
 * is another by now, which ends links, and this one is not for who was asked about.
 */
export async function insertPasswordReset(
  db: Db,
  reset: NewReset,
  asRead: Pick<UserRow, "emailKey" | "passwordHash">,
): Promise<boolean> {
  const owner = db
    .select({
      tokenHash: sql`${reset.tokenHash}`.as("token_hash"),
      userId: users.id,
      createdAtMs: sql`${reset.createdAtMs}`.as("created_at_ms"),
      expiresAtMs: sql`${reset.expiresAtMs}`.as("expires_at_ms"),
      usedAtMs: sql`null`.as("used_at_ms"),
      grantHash: sql`null`.as("grant_hash"),
      grantExpiresAtMs: sql`null`.as("grant_expires_at_ms"),
    })
    .from(users)
    .where(
      and(
        ...[eq(users.id, reset.userId), isNull(users.deletedAtMs), eq(users.emailKey, asRead.emailKey)],
        sql`${users.passwordHash} is ${asRead.passwordHash}`,
      ),
    );
  const inserted = await db.insert(passwordResets).select(owner).returning({ userId: passwordResets.userId });
  return inserted.length > 0;
}

/** Null: there is no such link, or its account is gone. */
export async function findPasswordReset(db: Db, tokenHash: string): Promise<PasswordReset | null> {
  const row = await db
    .select({ reset: passwordResets })
    .from(passwordResets)
    .innerJoin(users, and(eq(users.id, passwordResets.userId), isNull(users.deletedAtMs)))
    .where(eq(passwordResets.tokenHash, tokenHash))
    .get();
  return row?.reset ?? null;
}

/** What a link is used for: a new password, a sign-in right after it, and a mail that tells its owner. */
type Use = {
  readonly nowMs: number;
  readonly passwordHash: string;
  readonly grantHash: string;
  readonly grantExpiresAtMs: number;
  readonly mail: MailRow;
};

/**
 * Sets a new password, ends all sessions and all other links of its user: everything or nothing. Accounts elsewhere that
 * are not proven to be of whom the mail reaches go as well: who registered with an address that is not theirs would keep
 * a way in. The statements hang on the grant, which only the first of them writes, and only where the link was still
 * good. Null: it was not, and no mail is written.
 */
export async function spendPasswordReset(db: Db, tokenHash: string, use: Use): Promise<UserRow | null> {
  const { nowMs, passwordHash, grantHash, grantExpiresAtMs, mail } = use;
  const isAlive = db.select({ id: users.id }).from(users).where(isNull(users.deletedAtMs));
  const isGood = and(
    eq(passwordResets.tokenHash, tokenHash),
    isNull(passwordResets.usedAtMs),
    gt(passwordResets.expiresAtMs, nowMs),
    inArray(passwordResets.userId, isAlive),
  );
  const theirs = db.select({ id: passwordResets.userId }).from(passwordResets).where(eq(passwordResets.grantHash, grantHash));
  const isSpent = sql`exists (select 1 from ${passwordResets} where ${passwordResets.grantHash} = ${grantHash})`;
  const isProven = sql`exists (select 1 from ${users}
    where ${users.id} = ${linkedAccounts.userId} and ${users.emailKey} = ${linkedAccounts.provenEmailKey})`;
  const [, changed] = await db.batch([
    db.update(passwordResets).set({ usedAtMs: nowMs, grantHash, grantExpiresAtMs }).where(isGood),
    db.update(users).set({ passwordHash }).where(inArray(users.id, theirs)).returning(),
    db.delete(sessions).where(inArray(sessions.userId, theirs)),
    db.delete(linkedAccounts).where(and(inArray(linkedAccounts.userId, theirs), not(isProven))),
    spendResets(db, nowMs, and(inArray(passwordResets.userId, theirs), ne(passwordResets.tokenHash, tokenHash))),
    insertMailWhere(db, mail, isSpent),
  ]);
  return changed[0] ?? null;
}

/** Whom a grant signs in. */
export async function findGrantedUser(db: Db, grantHash: string, nowMs: number): Promise<UserRow | null> {
  const row = await db
    .select({ user: users })
    .from(passwordResets)
    .innerJoin(users, and(eq(users.id, passwordResets.userId), isNull(users.deletedAtMs)))
    .where(isGranted(grantHash, nowMs))
    .get();
  return row?.user ?? null;
}

/** Whether this was the grant's one use. */
export async function spendGrant(db: Db, grantHash: string, nowMs: number): Promise<boolean> {
  const spent = await db
    .update(passwordResets)
    .set({ grantHash: null, grantExpiresAtMs: null })
    .where(isGranted(grantHash, nowMs))
    .returning({ tokenHash: passwordResets.tokenHash });
  return spent.length > 0;
}

type Change = {
  readonly userId: UserId;
  /** What was checked against, or null where no password was set. */
  readonly before: string | null;
  readonly passwordHash: string;
  /** The session that stays. */
  readonly sessionId: string;
  readonly nowMs: number;
  /** Tells the user. */
  readonly mail: MailRow;
};

/**
 * Sets a password in place of the one that was checked, ends all other sessions and all links of the user: everything or
 * nothing. False: somebody has changed it in between.
 */
export async function changePassword(db: Db, change: Change): Promise<boolean> {
  const { userId, before, passwordHash, sessionId, nowMs, mail } = change;
  const isAsRead = and(eq(users.id, userId), isNull(users.deletedAtMs), sql`${users.passwordHash} is ${before}`);
  // a hash has a salt of its own: nobody else writes this one
  const isChanged = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.passwordHash} = ${passwordHash})`;
  const [changed] = await db.batch([
    db.update(users).set({ passwordHash }).where(isAsRead).returning({ id: users.id }),
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, sessionId), isChanged)),
    spendResets(db, nowMs, and(eq(passwordResets.userId, userId), isChanged)),
    insertMailWhere(db, mail, isChanged),
  ]);
  return changed.length > 0;
}

export async function deleteOldPasswordResets(db: Db, beforeMs: number): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.createdAtMs, beforeMs));
}

function isGranted(grantHash: string, nowMs: number): SQL | undefined {
  return and(eq(passwordResets.grantHash, grantHash), gt(passwordResets.grantExpiresAtMs, nowMs));
}

/** They set no password any more, and what they have granted is taken back. */
export function spendResets(db: Db, nowMs: number, which: SQL | undefined) {
  return db
    .update(passwordResets)
    .set({ usedAtMs: sql`coalesce(${passwordResets.usedAtMs}, ${nowMs})`, grantHash: null, grantExpiresAtMs: null })
    .where(which);
}
