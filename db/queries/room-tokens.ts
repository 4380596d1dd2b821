import { and, desc, eq, lte, notInArray } from "drizzle-orm";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { roomTokens } from "#db/schema/rooms.ts";

export type RoomTokenRow = typeof roomTokens.$inferSelect;

/** Stores a token. Of too many tokens of a room, those that expire first are deleted. */
export async function insertRoomToken(db: Db, token: RoomTokenRow): Promise<void> {
  const ofRoom = eq(roomTokens.roomId, token.roomId);
  const latest = db
    .select({ tokenHash: roomTokens.tokenHash })
    .from(roomTokens)
    .where(ofRoom)
    .orderBy(desc(roomTokens.expiresAtMs))
    .limit(accessLimits.roomTokensPerRoom);
  await db.batch([
    db.insert(roomTokens).values(token),
    db.delete(roomTokens).where(and(ofRoom, notInArray(roomTokens.tokenHash, latest))),
  ]);
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
