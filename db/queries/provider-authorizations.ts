import { desc, eq, lt, notInArray } from "drizzle-orm";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { Db } from "#db/client.ts";
import { providerAuthorizations } from "#db/schema/accounts.ts";

export type ProviderAuthorizationRow = typeof providerAuthorizations.$inferSelect;

/** Stores an authorization. Of too many, those that expire first are deleted. */
export async function insertProviderAuthorization(db: Db, authorization: ProviderAuthorizationRow): Promise<void> {
  const latest = db
    .select({ stateHash: providerAuthorizations.stateHash })
    .from(providerAuthorizations)
    .orderBy(desc(providerAuthorizations.expiresAtMs))
    .limit(accountLimits.providerAuthorizations);
  await db.batch([
    db.insert(providerAuthorizations).values(authorization),
    db.delete(providerAuthorizations).where(notInArray(providerAuthorizations.stateHash, latest)),
  ]);
}

/** Consumes an authorization. False if it does not exist, has expired or was consumed before; of simultaneous calls one succeeds. */
export async function consumeProviderAuthorization(
  db: Db,
  { stateHash, nowMs }: { readonly stateHash: string; readonly nowMs: number },
): Promise<boolean> {
  const consumed = await db
    .delete(providerAuthorizations)
    .where(eq(providerAuthorizations.stateHash, stateHash))
    .returning()
    .get();
  return consumed !== undefined && consumed.expiresAtMs > nowMs;
}

export async function deleteExpiredProviderAuthorizations(db: Db, nowMs: number): Promise<void> {
  await db.delete(providerAuthorizations).where(lt(providerAuthorizations.expiresAtMs, nowMs));
}
