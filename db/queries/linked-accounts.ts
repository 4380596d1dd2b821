import { and, eq, exists, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Provider } from "#app/domain/accounts/provider.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { linkedAccounts } from "#db/schema/accounts.ts";
import { sessions, users } from "#db/schema/rooms.ts";
import { insertMailWhere, type MailRow } from "./mails.ts";
import { type NewUser, type UserRow, withKeys } from "./users.ts";

export type LinkedAccount = typeof linkedAccounts.$inferSelect;

export async function listLinked(db: Db, userId: UserId): Promise<readonly LinkedAccount[]> {
  return db.select().from(linkedAccounts).where(eq(linkedAccounts.userId, userId));
}

/** Whoever signs in with this account of the provider. */
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

/** Who comes for the first time: account and link, or neither. Fails with a unique constraint where one of the names is taken. */
export async function insertLinkedUser(db: Db, user: NewUser, account: Omit<LinkedAccount, "userId">): Promise<UserRow> {
  const [[row]] = await db.batch([
    db.insert(users).values(withKeys(user)).returning(),
    db.insert(linkedAccounts).values({ ...account, userId: user.id }),
  ]);
  if (!row) throw new Error("an account was inserted and did not come back");
  return row;
}

/**
 * Links an account as long as the session is there in which its owner began to: what ends sessions has ended the links by
 * then. With the link comes a mail that tells its owner. False: the session is over, the account is linked already, or its
 * owner has another one of the provider.
 */
export async function linkAccount(
  db: Db,
  account: LinkedAccount,
  { sessionId, nowMs, mail }: { readonly sessionId: string; readonly nowMs: number; readonly mail: MailRow },
): Promise<boolean> {
  const { provider, providerUserId, userId, provenEmailKey, createdAtMs } = account;
  const owner = db
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
      and(
        ...[eq(users.id, userId), isNull(users.deletedAtMs)],
        ...[eq(sessions.tokenHash, sessionId), gt(sessions.expiresAtMs, nowMs)],
      ),
    );
  const isLinkedNow = sql`exists (select 1 from ${linkedAccounts} where ${linkedAccounts.provider} = ${provider}
    and ${linkedAccounts.providerUserId} = ${providerUserId} and ${linkedAccounts.userId} = ${userId}
    and ${linkedAccounts.createdAtMs} = ${createdAtMs})`;
  const [linked] = await db.batch([
    db.insert(linkedAccounts).select(owner).onConflictDoNothing().returning({ userId: linkedAccounts.userId }),
    insertMailWhere(db, mail, isLinkedNow),
  ]);
  return linked.length > 0;
}

type Unlinking = { readonly provider: Provider; readonly offered: readonly Provider[]; readonly mail: MailRow };

/**
 * Rule AC10 in one batch: of two that go at once, the last way in stays. With what goes comes a mail that tells its owner.
 * False: it is not linked, or the last one.
 */
export async function unlinkAccount(db: Db, userId: UserId, { provider, offered, mail }: Unlinking): Promise<boolean> {
  const others = offered.filter((other) => other !== provider);
  const other = alias(linkedAccounts, "other");
  const hasPassword = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.passwordHash)));
  const hasOther = db
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.userId, userId), inArray(other.provider, others)));
  const isTheirs = and(eq(linkedAccounts.userId, userId), eq(linkedAccounts.provider, provider));
  const mayGo = and(isTheirs, or(exists(hasPassword), exists(hasOther)));
  const [, unlinked] = await db.batch([
    insertMailWhere(db, mail, sql`exists (select 1 from ${linkedAccounts} where ${mayGo})`),
    db.delete(linkedAccounts).where(mayGo).returning({ userId: linkedAccounts.userId }),
  ]);
  return unlinked.length > 0;
}
