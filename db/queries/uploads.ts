import { and, asc, count, eq, gt, isNull, lt, lte, not, sql } from "drizzle-orm";
import type { ObjectId, RoomId, UploadId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { tracks, uploadParts, uploads } from "#db/schema/tracks.ts";

export type UploadRow = typeof uploads.$inferSelect;
export type UploadPartRow = typeof uploadParts.$inferSelect;

/** Files of one batch, in its order. */
export type AnnouncedFiles = {
  readonly userId: UserId;
  readonly roomId: RoomId;
  readonly createdAtMs: number;
  readonly files: readonly {
    readonly id: UploadId;
    readonly audioObject: ObjectId;
    readonly fileName: string;
    readonly sizeBytes: number;
  }[];
};

export async function insertUploads(db: Db, { userId, roomId, createdAtMs, files }: AnnouncedFiles): Promise<void> {
  // one parameter for all of them: a statement in D1 has a hundred at most
  await db.insert(uploads).select(sql`
    select value ->> 'id', ${userId}, ${roomId}, value ->> 'fileName', value ->> 'sizeBytes', null,
      value ->> 'audioObject', '', null, ${createdAtMs}, null
    from json_each(${JSON.stringify(files)})`);
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

/** What may be gone on with, the oldest first, with how many parts of each are there. */
export async function listOpenUploads(
  db: Db,
  { userId, roomId }: { readonly userId: UserId; readonly roomId: RoomId },
): Promise<readonly { readonly upload: UploadRow; readonly parts: number }[]> {
  return (
    db
      .select({ upload: uploads, parts: count(uploadParts.number) })
      .from(uploads)
      .leftJoin(uploadParts, eq(uploadParts.uploadId, uploads.id))
      // what is fetched from a link has no size before it is here
      .where(
        and(eq(uploads.userId, userId), eq(uploads.roomId, roomId), isNull(uploads.discardedAtMs), gt(uploads.sizeBytes, 0)),
      )
      .groupBy(uploads.id)
      .orderBy(uploads.createdAtMs, sql`${uploads}.rowid`)
  );
}

export async function countUploads(db: Db, userId: UserId): Promise<number> {
  const row = await db.select({ n: count() }).from(uploads).where(eq(uploads.userId, userId)).get();
  return row?.n ?? 0;
}

/** False where it is begun already, or given up. */
export async function markBegun(
  db: Db,
  id: UploadId,
  begun: { readonly sha256: string | null; readonly multipartId: string },
): Promise<boolean> {
  const isFresh = and(eq(uploads.id, id), eq(uploads.multipartId, ""), isNull(uploads.discardedAtMs));
  const changed = await db.update(uploads).set(begun).where(isFresh).returning({ id: uploads.id });
  return changed.length > 0;
}

/** It came from somewhere else, and is as long as it turned out to be. */
export async function markFetched(
  db: Db,
  id: UploadId,
  fetched: { readonly sizeBytes: number; readonly sha256: string },
): Promise<void> {
  await db.update(uploads).set(fetched).where(eq(uploads.id, id));
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
  const isMade = sql`exists (select 1 from ${tracks} where ${tracks.id} = ${uploads.id})`;
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

/** One that fails to be discarded is marked anew, and behind all others. */
export async function listAbandonedUploads(db: Db, beforeMs: number, limit: number): Promise<readonly UploadRow[]> {
  return db.select().from(uploads).where(lt(uploads.createdAtMs, beforeMs)).orderBy(asc(uploads.discardedAtMs)).limit(limit);
}

/** Given up, and not cleaned up: whoever did so was cut off. In the same order. */
export async function listDiscardedUploads(db: Db, beforeMs: number, limit: number): Promise<readonly UploadRow[]> {
  return db.select().from(uploads).where(lte(uploads.discardedAtMs, beforeMs)).orderBy(asc(uploads.discardedAtMs)).limit(limit);
}

/** All of a room's, whoever sent them and whatever state they are in. */
export async function listRoomUploads(db: Db, roomId: RoomId, limit: number): Promise<readonly UploadRow[]> {
  return db.select().from(uploads).where(eq(uploads.roomId, roomId)).limit(limit);
}
