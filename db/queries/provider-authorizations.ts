import { eq, lt } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { providerAuthorizations } from "#db/schema/accounts.ts";

export type ProviderAuthorizationRow = typeof providerAuthorizations.$inferSelect;

export async function insertProviderAuthorization(db: Db, visit: ProviderAuthorizationRow): Promise<void> {
  await db.insert(providerAuthorizations).values(visit);
}

/** Of those who ask for one visit at once, one gets it; nobody after them, and nobody too late. */
export async function consumeProviderAuthorization(
  db: Db,
  { stateHash, nowMs }: { readonly stateHash: string; readonly nowMs: number },
): Promise<boolean> {
  const taken = await db
    .delete(providerAuthorizations)
    .where(eq(providerAuthorizations.stateHash, stateHash))
    .returning()
    .get();
  return taken !== undefined && taken.expiresAtMs > nowMs;
}

export async function deleteExpiredProviderAuthorizations(db: Db, nowMs: number): Promise<void> {
  await db.delete(providerAuthorizations).where(lt(providerAuthorizations.expiresAtMs, nowMs));
}
