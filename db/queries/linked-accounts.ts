import { and, eq } from "drizzle-orm";
import type { UserId } from "#app/domain/ids.ts";
import type { Provider } from "#app/domain/provider.ts";
import { linkedAccounts } from "#db/account-schema.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema.ts";
import type { UserRow } from "./users.ts";

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
    .where(and(eq(linkedAccounts.provider, provider), eq(linkedAccounts.providerUserId, providerUserId)))
    .get();
  return row?.user ?? null;
}
