import { eq, lt } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { providerAuthorizations } from "#db/schema/accounts.ts";

export type ProviderAuthorizationRow = typeof providerAuthorizations.$inferSelect;

export async function insertProviderAuthorization(db: Db, authorization: ProviderAuthorizationRow): Promise<void> {
  await db.insert(providerAuthorizations).values(authorization);
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
