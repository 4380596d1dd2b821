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
 * Stores a reset link. Earlier links stay valid: the owner may have received one of them already. False if the email or
 * password differs from `expected`: such a change invalidates links, and this one was requested for the state before it.
 */
export async function insertPasswordReset(
  db: Db,
  reset: NewReset,
  expected: Pick<UserRow, "emailKey" | "passwordHash">,
): Promise<boolean> {
  const row = db
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
        eq(users.id, reset.userId),
        isNull(users.deletedAtMs),
        eq(users.emailKey, expected.emailKey),
        sql`${users.passwordHash} is ${expected.passwordHash}`,
      ),
    );
  const inserted = await db.insert(passwordResets).select(row).returning({ userId: passwordResets.userId });
  return inserted.length > 0;
}

/** Finds a link, valid or not. Null if there is none, or its account is deleted. */
export async function findPasswordReset(db: Db, tokenHash: string): Promise<PasswordReset | null> {
  const row = await db
    .select({ reset: passwordResets })
    .from(passwordResets)
    .innerJoin(users, and(eq(users.id, passwordResets.userId), isNull(users.deletedAtMs)))
    .where(eq(passwordResets.tokenHash, tokenHash))
    .get();
  return row?.reset ?? null;
}

/** The new password, the grant for the sign-in after the reset, and the mail that notifies the owner. */
type Redemption = {
  readonly nowMs: number;
  readonly passwordHash: string;
  readonly grantHash: string;
  readonly grantExpiresAtMs: number;
  readonly mail: MailRow;
};

/**
 * Uses a link to set a new password. One batch also ends all sessions, invalidates all other links, and deletes the linked
 * accounts unless their verified email is the one that the link was sent to: a person who registered with another person's
 * address must not keep a way to sign in. The first statement writes the grant, only if the link is valid, and the others
 * apply only if that grant exists. Null if the link is not valid; nothing is then changed.
 */
export async function redeemPasswordReset(db: Db, tokenHash: string, redemption: Redemption): Promise<UserRow | null> {
  const { nowMs, passwordHash, grantHash, grantExpiresAtMs, mail } = redemption;
  const existingUsers = db.select({ id: users.id }).from(users).where(isNull(users.deletedAtMs));
  const isValid = and(
    eq(passwordResets.tokenHash, tokenHash),
    isNull(passwordResets.usedAtMs),
    gt(passwordResets.expiresAtMs, nowMs),
    inArray(passwordResets.userId, existingUsers),
  );
  const owner = db.select({ id: passwordResets.userId }).from(passwordResets).where(eq(passwordResets.grantHash, grantHash));
  const isRedeemed = sql`exists (select 1 from ${passwordResets} where ${passwordResets.grantHash} = ${grantHash})`;
  const isProven = sql`exists (select 1 from ${users}
    where ${users.id} = ${linkedAccounts.userId} and ${users.emailKey} = ${linkedAccounts.provenEmailKey})`;
  const [, changed] = await db.batch([
    db.update(passwordResets).set({ usedAtMs: nowMs, grantHash, grantExpiresAtMs }).where(isValid),
    db.update(users).set({ passwordHash }).where(inArray(users.id, owner)).returning(),
    db.delete(sessions).where(inArray(sessions.userId, owner)),
    db.delete(linkedAccounts).where(and(inArray(linkedAccounts.userId, owner), not(isProven))),
    invalidateResets(db, nowMs, and(inArray(passwordResets.userId, owner), ne(passwordResets.tokenHash, tokenHash))),
    insertMailWhere(db, mail, isRedeemed),
  ]);
  return changed[0] ?? null;
}

/** The user that a grant signs in. Null if the grant is unknown, used or expired. */
export async function findGrantedUser(db: Db, grantHash: string, nowMs: number): Promise<UserRow | null> {
  const row = await db
    .select({ user: users })
    .from(passwordResets)
    .innerJoin(users, and(eq(users.id, passwordResets.userId), isNull(users.deletedAtMs)))
    .where(isGranted(grantHash, nowMs))
    .get();
  return row?.user ?? null;
}

/** Uses a grant. False if it was used before or has expired. */
export async function redeemGrant(db: Db, grantHash: string, nowMs: number): Promise<boolean> {
  const redeemed = await db
    .update(passwordResets)
    .set({ grantHash: null, grantExpiresAtMs: null })
    .where(isGranted(grantHash, nowMs))
    .returning({ tokenHash: passwordResets.tokenHash });
  return redeemed.length > 0;
}

type PasswordChange = {
  readonly userId: UserId;
  /** The hash that was verified; null if no password was set. */
  readonly previousHash: string | null;
  readonly passwordHash: string;
  /** The session that does not end. */
  readonly sessionId: string;
  readonly nowMs: number;
  /** Notifies the owner. */
  readonly mail: MailRow;
};

/**
 * Replaces the password that was verified. One batch also ends all other sessions and invalidates all reset links. False if
 * the password was changed in the meantime; nothing is then changed.
 */
export async function replacePassword(db: Db, change: PasswordChange): Promise<boolean> {
  const { userId, previousHash, passwordHash, sessionId, nowMs, mail } = change;
  const isUnchanged = and(eq(users.id, userId), isNull(users.deletedAtMs), sql`${users.passwordHash} is ${previousHash}`);
  // each hash has its own salt, so only this batch can have written this one
  const isChanged = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.passwordHash} = ${passwordHash})`;
  const [changed] = await db.batch([
    db.update(users).set({ passwordHash }).where(isUnchanged).returning({ id: users.id }),
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, sessionId), isChanged)),
    invalidateResets(db, nowMs, and(eq(passwordResets.userId, userId), isChanged)),
    insertMailWhere(db, mail, isChanged),
  ]);
  return changed.length > 0;
}

export async function deleteOldPasswordResets(db: Db, beforeMs: number): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.createdAtMs, beforeMs));
}

/** Marks links as used and removes their grants. A statement for a batch. */
export function invalidateResets(db: Db, nowMs: number, condition: SQL | undefined) {
  return db
    .update(passwordResets)
    .set({ usedAtMs: sql`coalesce(${passwordResets.usedAtMs}, ${nowMs})`, grantHash: null, grantExpiresAtMs: null })
    .where(condition);
}

function isGranted(grantHash: string, nowMs: number): SQL | undefined {
  return and(eq(passwordResets.grantHash, grantHash), gt(passwordResets.grantExpiresAtMs, nowMs));
}
