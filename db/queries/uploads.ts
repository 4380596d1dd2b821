import { and, asc, count, eq, gt, isNull, lt, lte, not, type SQL, sql } from "drizzle-orm";
import type { ObjectId, RoomId, UploadId, UserId } from "#app/domain/ids.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { tracks, uploadParts, uploads } from "#db/schema/tracks.ts";

export type UploadRow = typeof uploads.$inferSelect;
export type UploadPartRow = typeof uploadParts.$inferSelect;

/** The files of one batch, in the order of the batch. */
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

/** The limits of one person: unfinished uploads, tracks and unfinished uploads together, and the bytes of both. */
export type UploadQuota = { readonly uploads: number; readonly tracks: number; readonly bytes: number };

/** Inserts all uploads of a batch, or none if they exceed the quota. Returns whether it did. */
export async function insertUploads(
  db: Db,
  { userId, roomId, createdAtMs, files }: AnnouncedFiles,
  quota: UploadQuota,
): Promise<boolean> {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  // one statement, so that two batches at the same time cannot both fit
  const inserted = await db
    .insert(uploads)
    .select(sql`
      select value ->> 'id', ${userId}, ${roomId}, value ->> 'fileName', value ->> 'sizeBytes', null,
        value ->> 'audioObject', '', null, ${createdAtMs}, null
      from json_each(${JSON.stringify(files)})
      where (${countOf(userId)}) + ${files.length} <= ${quota.uploads}
        and (${countOf(userId)}) + ${countTracksOf(userId)} + ${files.length} <= ${quota.tracks}
        and ${storedBytesOf(userId)} + ${bytes} <= ${quota.bytes}`)
    .returning({ id: uploads.id });
  return inserted.length > 0;
}

/** The size of a person's tracks and unfinished uploads, bytes. The same audio in several tracks counts once. */
export async function readStoredBytes(db: Db, userId: UserId): Promise<number> {
  const row = await db.get<{ bytes: number }>(sql`select ${storedBytesOf(userId)} as bytes`);
  noteRead(db, "tracks", "uploaded_by", userId);
  noteRead(db, "uploads", "user_id", userId);
  return row?.bytes ?? 0;
}

function countOf(userId: UserId) {
  return sql`select count(*) from ${uploads} where ${uploads.userId} = ${userId}`;
}

/** The number of a person's tracks, removed ones included until their rows are deleted. */
export function countTracksOf(userId: UserId): SQL {
  return sql`(select count(*) from tracks as owned where owned.uploaded_by = ${userId})`;
}

function storedBytesOf(userId: UserId) {
  return sql`(
    coalesce((select sum(size_bytes) from audio where id in
      (select audio_object from tracks where uploaded_by = ${userId} and deleted_at_ms is null)), 0) +
    coalesce((select sum(size_bytes) from uploads where user_id = ${userId} and discarded_at_ms is null), 0))`;
}

/** Null if the upload belongs to another person or has been discarded. */
export async function findUpload(db: Db, id: UploadId, userId: UserId): Promise<UploadRow | null> {
  const row = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId), isNull(uploads.discardedAtMs)))
    .get();
  return row ?? null;
}

/** A person's uploads to a room that can be resumed, the oldest first, each with the number of its stored parts. */
export async function listOpenUploads(
  db: Db,
  { userId, roomId }: { readonly userId: UserId; readonly roomId: RoomId },
): Promise<readonly { readonly upload: UploadRow; readonly parts: number }[]> {
  const rows = await db
    .select({ upload: uploads, parts: count(uploadParts.number) })
    .from(uploads)
    .leftJoin(uploadParts, eq(uploadParts.uploadId, uploads.id))
    // a download cannot be resumed, and has no size before it starts
    .where(
      and(
        eq(uploads.userId, userId),
        eq(uploads.roomId, roomId),
        isNull(uploads.discardedAtMs),
        gt(uploads.sizeBytes, 0),
        not(isDownload),
      ),
    )
    .groupBy(uploads.id)
    .orderBy(uploads.createdAtMs, sql`${uploads}.rowid`);
  noteRead(db, "uploads", "user_id", userId);
  noteRead(
    db,
    "upload_parts",
    "upload_id",
    rows.map(({ upload }) => upload.id),
  );
  return rows;
}

/** The numbers of a person's unfinished uploads, and of those and their tracks together. */
export async function countUploads(db: Db, userId: UserId): Promise<Omit<UploadQuota, "bytes">> {
  const counts = sql`select (${countOf(userId)}) as uploads, (${countOf(userId)}) + ${countTracksOf(userId)} as tracks`;
  return (await db.get<Omit<UploadQuota, "bytes">>(counts)) ?? { uploads: 0, tracks: 0 };
}

/** Stores the start of an upload. False if it has been started or discarded already. */
export async function markUploadStarted(
  db: Db,
  id: UploadId,
  start: { readonly sha256: string | null; readonly multipartId: string },
): Promise<boolean> {
  const isNotStarted = and(eq(uploads.id, id), eq(uploads.multipartId, ""), isNull(uploads.discardedAtMs));
  const changed = await db.update(uploads).set(start).where(isNotStarted).returning({ id: uploads.id });
  return changed.length > 0;
}

/** A file that the server downloads. It has no hash until it is complete; an upload of a browser gets both when it starts. */
const isDownload = sql`(${uploads.sha256} is null and ${uploads.multipartId} <> '')`;

/**
 * Counts the bytes of a download as stored, before they are. Returns false if they exceed the quota, or the upload was discarded:
 * other files may have been stored since the download began.
 */
export async function reserveDownload(
  db: Db,
  { id, userId }: Pick<UploadRow, "id" | "userId">,
  { sizeBytes, quota }: { readonly sizeBytes: number; readonly quota: UploadQuota },
): Promise<boolean> {
  const fits = sql`${storedBytesOf(userId)} - ${uploads.sizeBytes} + ${sizeBytes} <= ${quota.bytes}`;
  const changed = await db
    .update(uploads)
    .set({ sizeBytes })
    .where(and(eq(uploads.id, id), isNull(uploads.discardedAtMs), fits))
    .returning({ id: uploads.id });
  return changed.length > 0;
}

/** Stores the hash of a download, which is complete. */
export async function completeDownload(db: Db, id: UploadId, sha256: string): Promise<void> {
  await db.update(uploads).set({ sha256 }).where(eq(uploads.id, id));
}

/** Downloads that began before `beforeMs` and are not complete, oldest first. */
export async function listAbandonedDownloads(db: Db, beforeMs: number, limit: number): Promise<readonly UploadRow[]> {
  return db
    .select()
    .from(uploads)
    .where(and(lt(uploads.createdAtMs, beforeMs), isDownload))
    .orderBy(asc(uploads.discardedAtMs), asc(uploads.createdAtMs))
    .limit(limit);
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

/** False if the upload has been discarded, or its track exists already. */
export async function setUploadCover(db: Db, id: UploadId, coverObject: ObjectId): Promise<boolean> {
  const hasTrack = sql`exists (select 1 from ${tracks} where ${tracks.id} = ${uploads.id})`;
  const changed = await db
    .update(uploads)
    .set({ coverObject })
    .where(and(eq(uploads.id, id), isNull(uploads.discardedAtMs), not(hasTrack)))
    .returning({ id: uploads.id });
  return changed.length > 0;
}

/** Marks an upload as discarded: no track can be made from it. */
export async function markUploadDiscarded(db: Db, id: UploadId, discardedAtMs: number): Promise<void> {
  await db.update(uploads).set({ discardedAtMs }).where(eq(uploads.id, id));
}

export async function deleteUpload(db: Db, id: UploadId): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
}

/** Uploads announced before `beforeMs`. Those whose removal has failed are marked as discarded, and come last. */
export async function listAbandonedUploads(db: Db, beforeMs: number, limit: number): Promise<readonly UploadRow[]> {
  return db.select().from(uploads).where(lt(uploads.createdAtMs, beforeMs)).orderBy(asc(uploads.discardedAtMs)).limit(limit);
}

/** Uploads marked as discarded before `beforeMs` whose removal was interrupted, longest ago first. */
export async function listDiscardedUploads(db: Db, beforeMs: number, limit: number): Promise<readonly UploadRow[]> {
  return db.select().from(uploads).where(lte(uploads.discardedAtMs, beforeMs)).orderBy(asc(uploads.discardedAtMs)).limit(limit);
}

/** The uploads to a room, of all people and in all states. */
export async function listRoomUploads(db: Db, roomId: RoomId, limit: number): Promise<readonly UploadRow[]> {
  return db.select().from(uploads).where(eq(uploads.roomId, roomId)).limit(limit);
}
