import { and, count, eq, isNull, lt, not, sql } from "drizzle-orm";
import type { ObjectId, RoomId, UploadId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { tracks, uploadParts, uploads } from "#db/schema.ts";

export type UploadRow = typeof uploads.$inferSelect;
export type UploadPartRow = typeof uploadParts.$inferSelect;

export async function insertUpload(db: Db, upload: UploadRow): Promise<void> {
  await db.insert(uploads).values(upload);
}

/** The caller's own upload; anybody else's does not exist for them. */
export async function findUpload(db: Db, id: UploadId, userId: UserId): Promise<UploadRow | null> {
  const row = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId), isNull(uploads.discardedAtMs)))
    .get();
  return row ?? null;
}

export async function countUploads(db: Db, userId: UserId): Promise<number> {
  const row = await db.select({ n: count() }).from(uploads).where(eq(uploads.userId, userId)).get();
  return row?.n ?? 0;
}

export async function saveUploadPart(db: Db, part: UploadPartRow): Promise<void> {
  await db
    .insert(uploadParts)
    .values(part)
    .onConflictDoUpdate({ target: [uploadParts.uploadId, uploadParts.number], set: { etag: part.etag } });
}

export async function listUploadParts(db: Db, uploadId: UploadId): Promise<readonly UploadPartRow[]> {
  return db.select().from(uploadParts).where(eq(uploadParts.uploadId, uploadId)).orderBy(uploadParts.number);
}

/** False where nothing can be made of the upload any more, or its track has been. */
export async function setUploadCover(db: Db, id: UploadId, coverObject: ObjectId): Promise<boolean> {
  const isMade = sql`exists (select 1 from ${tracks} where ${tracks.audioObject} = ${uploads.audioObject})`;
  const changed = await db
    .update(uploads)
    .set({ coverObject })
    .where(and(eq(uploads.id, id), isNull(uploads.discardedAtMs), not(isMade)))
    .returning({ id: uploads.id });
  return changed.length > 0;
}

/** From here on nothing can be made of it. */
export async function markDiscarded(db: Db, id: UploadId, discardedAtMs: number): Promise<void> {
  await db.update(uploads).set({ discardedAtMs }).where(eq(uploads.id, id));
}

export async function deleteUpload(db: Db, id: UploadId): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
}

export async function listAbandonedUploads(db: Db, beforeMs: number, limit: number): Promise<readonly UploadRow[]> {
  return db.select().from(uploads).where(lt(uploads.createdAtMs, beforeMs)).limit(limit);
}

/** All of a room's, whoever sent them and whatever state they are in. */
export async function listRoomUploads(db: Db, roomId: RoomId, limit: number): Promise<readonly UploadRow[]> {
  return db.select().from(uploads).where(eq(uploads.roomId, roomId)).limit(limit);
}
