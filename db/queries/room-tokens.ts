import { and, eq, lte } from "drizzle-orm";
import type { RoomId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { roomTokens } from "#db/schema.ts";

export type RoomTokenRow = typeof roomTokens.$inferSelect;

export async function insertRoomToken(db: Db, token: RoomTokenRow): Promise<void> {
  await db.insert(roomTokens).values(token);
}

export async function findRoomToken(db: Db, tokenHash: string): Promise<RoomTokenRow | null> {
  return (await db.select().from(roomTokens).where(eq(roomTokens.tokenHash, tokenHash)).get()) ?? null;
}

/** Another password: who knew the old one must ask again. */
export async function deleteRoomTokens(db: Db, roomId: RoomId): Promise<void> {
  await db.delete(roomTokens).where(eq(roomTokens.roomId, roomId));
}

/** How many were over. */
export async function deleteExpiredRoomTokens(db: Db, nowMs: number): Promise<number> {
  const gone = await db.delete(roomTokens).where(lte(roomTokens.expiresAtMs, nowMs)).returning({ roomId: roomTokens.roomId });
  return gone.length;
}

export async function deleteRoomToken(db: Db, roomId: RoomId, tokenHash: string): Promise<void> {
  await db.delete(roomTokens).where(and(eq(roomTokens.roomId, roomId), eq(roomTokens.tokenHash, tokenHash)));
}
