import { and, eq } from "drizzle-orm";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { favorites } from "#db/schema/rooms.ts";

/** Adds or removes a favorite. Returns whether the room is a favorite afterwards. */
export async function toggleFavorite(
  db: Db,
  { roomId, userId, nowMs }: { readonly roomId: RoomId; readonly userId: UserId; readonly nowMs: number },
): Promise<boolean> {
  const added = await db
    .insert(favorites)
    .values({ roomId, userId, createdAtMs: nowMs })
    .onConflictDoNothing()
    .returning({ roomId: favorites.roomId });
  if (added.length > 0) return true;
  await db.delete(favorites).where(and(eq(favorites.roomId, roomId), eq(favorites.userId, userId)));
  return false;
}

export async function isFavorite(db: Db, roomId: RoomId, userId: UserId): Promise<boolean> {
  const row = await db
    .select({ roomId: favorites.roomId })
    .from(favorites)
    .where(and(eq(favorites.roomId, roomId), eq(favorites.userId, userId)))
    .get();
  noteRead(db, "favorites", "user_id", userId);
  return row !== undefined;
}
