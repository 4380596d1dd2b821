import { eq, lt } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { providerVisits } from "#db/schema/accounts.ts";

export type ProviderVisitRow = typeof providerVisits.$inferSelect;

export async function insertProviderVisit(db: Db, visit: ProviderVisitRow): Promise<void> {
  await db.insert(providerVisits).values(visit);
}

/** Of those who ask for one visit at once, one gets it; nobody after them, and nobody too late. */
export async function takeProviderVisit(
  db: Db,
  { stateHash, nowMs }: { readonly stateHash: string; readonly nowMs: number },
): Promise<boolean> {
  const taken = await db.delete(providerVisits).where(eq(providerVisits.stateHash, stateHash)).returning().get();
  return taken !== undefined && taken.expiresAtMs > nowMs;
}

export async function deleteExpiredProviderVisits(db: Db, nowMs: number): Promise<void> {
  await db.delete(providerVisits).where(lt(providerVisits.expiresAtMs, nowMs));
}
