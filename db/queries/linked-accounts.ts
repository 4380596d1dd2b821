import { and, eq, exists, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Provider } from "#app/domain/accounts/provider.ts";
import type { UserId } from "#app/domain/ids.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { linkedAccounts } from "#db/schema/accounts.ts";
import { sessions, users } from "#db/schema/rooms.ts";
import { insertMailWhere, type MailRow } from "./mails.ts";
import { type NewUser, type UserRow, withKeys } from "./users.ts";

export type LinkedAccount = typeof linkedAccounts.$inferSelect;

export async function listLinkedAccounts(db: Db, userId: UserId): Promise<readonly LinkedAccount[]> {
  const rows = await db.select().from(linkedAccounts).where(eq(linkedAccounts.userId, userId));
  noteRead(db, "linked_accounts", "user_id", userId);
  return rows;
}

/** The user that a provider's account is linked to. Null if there is none. */
export async function findLinkedUser(db: Db, provider: Provider, providerUserId: string): Promise<UserRow | null> {
  const row = await db
    .select({ user: users })
    .from(linkedAccounts)
    .innerJoin(users, eq(users.id, linkedAccounts.userId))
    .where(
      and(eq(linkedAccounts.provider, provider), eq(linkedAccounts.providerUserId, providerUserId), isNull(users.deletedAtMs)),
    )
    .get();
  return row?.user ?? null;
}

/** Inserts a user with a linked account, in one batch. Throws on a unique constraint if the username or email is taken. */
export async function insertLinkedUser(db: Db, user: NewUser, account: Omit<LinkedAccount, "userId">): Promise<UserRow> {
  const [[row]] = await db.batch([
    db.insert(users).values(withKeys(user)).returning(),
    db.insert(linkedAccounts).values({ ...account, userId: user.id }),
  ]);
  if (!row) throw new Error("the inserted user was not returned");
  return row;
}

type Link = { readonly sessionId: string; readonly nowMs: number; readonly mail: MailRow };

/**
 * Links an account, together with the mail that notifies the owner. The session that started the link must still exist: a
 * password reset ends all sessions and unlinks accounts, and a link in progress must not survive it. False if the session
 * has ended, the account is linked already, or the user has linked another account of the provider.
 */
export async function linkAccount(db: Db, account: LinkedAccount, { sessionId, nowMs, mail }: Link): Promise<boolean> {
  const { provider, providerUserId, userId, provenEmailKey, createdAtMs } = account;
  const row = db
    .select({
      provider: sql`${provider}`.as("provider"),
      providerUserId: sql`${providerUserId}`.as("provider_user_id"),
      userId: users.id,
      provenEmailKey: sql`${provenEmailKey}`.as("proven_email_key"),
      createdAtMs: sql`${createdAtMs}`.as("created_at_ms"),
    })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(
      and(eq(users.id, userId), isNull(users.deletedAtMs), eq(sessions.tokenHash, sessionId), gt(sessions.expiresAtMs, nowMs)),
    );
  const isInserted = sql`exists (select 1 from ${linkedAccounts} where ${linkedAccounts.provider} = ${provider}
    and ${linkedAccounts.providerUserId} = ${providerUserId} and ${linkedAccounts.userId} = ${userId}
    and ${linkedAccounts.createdAtMs} = ${createdAtMs})`;
  const [inserted] = await db.batch([
    db.insert(linkedAccounts).select(row).onConflictDoNothing().returning({ userId: linkedAccounts.userId }),
    insertMailWhere(db, mail, isInserted),
  ]);
  return inserted.length > 0;
}

type Unlink = { readonly provider: Provider; readonly offered: readonly Provider[]; readonly mail: MailRow };

/**
 * Unlinks an account, together with the mail that notifies the owner. Rule AC10 is checked in the same batch, so that
 * simultaneous calls cannot remove the last sign-in method. False if the account is not linked or is the last method.
 */
export async function unlinkAccount(db: Db, userId: UserId, { provider, offered, mail }: Unlink): Promise<boolean> {
  const otherProviders = offered.filter((other) => other !== provider);
  const other = alias(linkedAccounts, "other");
  const password = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.passwordHash)));
  const otherAccount = db
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.userId, userId), inArray(other.provider, otherProviders)));
  const isOwn = and(eq(linkedAccounts.userId, userId), eq(linkedAccounts.provider, provider));
  const canUnlink = and(isOwn, or(exists(password), exists(otherAccount)));
  const [, deleted] = await db.batch([
    insertMailWhere(db, mail, sql`exists (select 1 from ${linkedAccounts} where ${canUnlink})`),
    db.delete(linkedAccounts).where(canUnlink).returning({ userId: linkedAccounts.userId }),
  ]);
  return deleted.length > 0;
}
