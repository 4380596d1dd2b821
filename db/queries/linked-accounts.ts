import { and, eq, exists, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { UserId } from "#app/domain/ids.ts";
import type { Provider } from "#app/domain/provider.ts";
import { linkedAccounts } from "#db/account-schema.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema.ts";
import { type NewUser, type UserRow, withFolds } from "./users.ts";

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
    db.insert(users).values(withFolds(user)).returning(),
    db.insert(linkedAccounts).values({ ...account, userId: user.id }),
  ]);
  if (!row) throw new Error("an account was inserted and did not come back");
  return row;
}

/** False: that account is linked already, its owner has another one of the provider, or their own is being deleted. */
export async function linkAccount(db: Db, account: LinkedAccount): Promise<boolean> {
  const { provider, providerUserId, userId, provenEmailFold, createdAtMs } = account;
  const owner = db
    .select({
      provider: sql`${provider}`.as("provider"),
      providerUserId: sql`${providerUserId}`.as("provider_user_id"),
      userId: users.id,
      provenEmailFold: sql`${provenEmailFold}`.as("proven_email_fold"),
      createdAtMs: sql`${createdAtMs}`.as("created_at_ms"),
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAtMs)));
  const linked = await db.insert(linkedAccounts).select(owner).onConflictDoNothing().returning().get();
  return linked !== undefined;
}

/** Rule AC10 in one statement: of two that go at once, the last way in stays. False: it is not linked, or the last one. */
export async function unlinkAccount(db: Db, userId: UserId, provider: Provider): Promise<boolean> {
  const other = alias(linkedAccounts, "other");
  const hasPassword = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.passwordHash)));
  const hasOther = db
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.userId, userId), ne(other.provider, provider)));
  const unlinked = await db
    .delete(linkedAccounts)
    .where(
      and(eq(linkedAccounts.userId, userId), eq(linkedAccounts.provider, provider), or(exists(hasPassword), exists(hasOther))),
    )
    .returning()
    .get();
  return unlinked !== undefined;
}
