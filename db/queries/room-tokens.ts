import { eq, lte } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { roomTokens } from "#db/schema/rooms.ts";

export type RoomTokenRow = typeof roomTokens.$inferSelect;

export async function insertRoomToken(db: Db, token: RoomTokenRow): Promise<void> {
  await db.insert(roomTokens).values(token);
}

export async function findRoomToken(db: Db, tokenHash: string): Promise<RoomTokenRow | null> {
  return (await db.select().from(roomTokens).where(eq(roomTokens.tokenHash, tokenHash)).get()) ?? null;
}

/** Returns the number of deleted tokens. */
export async function deleteExpiredRoomTokens(db: Db, nowMs: number): Promise<number> {
  const { meta } = await db.delete(roomTokens).where(lte(roomTokens.expiresAtMs, nowMs)).run();
  return meta.changes;
}
