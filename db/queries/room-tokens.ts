import { eq, lte } from "drizzle-orm";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { roomTokens } from "#db/schema/rooms.ts";

export type RoomTokenRow = typeof roomTokens.$inferSelect;

export async function insertRoomToken(db: Db, token: RoomTokenRow): Promise<void> {
  await db.insert(roomTokens).values(token);
}

export async function findRoomToken(db: Db, tokenHash: string): Promise<RoomTokenRow | null> {
  const row = await db.select().from(roomTokens).where(eq(roomTokens.tokenHash, tokenHash)).get();
  noteRead(db, "room_tokens", "token_hash", tokenHash);
  return row ?? null;
}

/** Returns the number of deleted tokens. */
export async function deleteExpiredRoomTokens(db: Db, nowMs: number): Promise<number> {
  const isExpired = lte(roomTokens.expiresAtMs, nowMs);
  const deleted = await db.delete(roomTokens).where(isExpired).returning({ tokenHash: roomTokens.tokenHash });
  return deleted.length;
}
