import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { ObjectId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import { trackSearchKey } from "#app/domain/text/search-key.ts";
import { changedTags, type TrackChanges } from "#app/domain/tracks/track-edit.ts";
import type { Db } from "#db/client.ts";
import { rooms } from "#db/schema/rooms.ts";
import { orphanedObjects, roomTracks, tracks, waveforms } from "#db/schema/tracks.ts";
import { isCoverInLibrary } from "./library.ts";
import { markOrphaned } from "./orphaned-objects.ts";
import { pendingNotificationsFor } from "./pending-notifications.ts";
import { insertTrackWords, rewordTrack } from "./track-words.ts";
import type { TrackRow } from "./tracks.ts";

/** A cover in the storage, with its name there; null for none. */
export type Cover = { readonly id: ObjectId; readonly key: string; readonly hue: number | null };

export type Edit = {
  readonly changes: TrackChanges;
  /** Undefined: it stays. */
  readonly cover: Cover | null | undefined;
  readonly nowMs: number;
};

/** A cover that was sent waits for its track so long: well before the sweep takes it for forgotten. */
const COVER_WAITS_MS = 50 * 60_000;

/** Whether the person may name this cover: it was sent a moment ago, or their library has it. Nobody guesses an id. */
export async function mayTakeCover(db: Db, userId: UserId, { id, key, nowMs }: Pick<Cover, "id" | "key"> & { nowMs: number }) {
  const isFresh = and(eq(orphanedObjects.key, key), sql`${orphanedObjects.sinceMs} > ${nowMs - COVER_WAITS_MS}`);
  const fresh = await db.select().from(orphanedObjects).where(isFresh).get();
  return fresh !== undefined || isCoverInLibrary(db, userId, id);
}

/** The row after an edit. */
export function editedRow(track: TrackRow, { changes, cover }: Edit): TrackRow {
  const tags = changedTags(track, changes);
  const shown = cover === undefined ? {} : { coverObject: cover?.id ?? null, hue: cover?.hue ?? null };
  return { ...track, ...tags, ...shown, searchKey: trackSearchKey(tags.title, tags.artist, tags.album) };
}

/** All of it or nothing. Null: the track is not as it was read any more, or the cover is gone. */
export async function updateTrack(
  db: Db,
  track: TrackRow,
  { edit, coverKey }: { readonly edit: Edit; readonly coverKey: (id: ObjectId) => string },
): Promise<TrackRow | null> {
  const { id, title, artist, album, coverObject: before } = track;
  const { searchKey, coverObject, hue } = editedRow(track, edit);
  const covered = edit.cover === undefined ? {} : { coverObject, hue };
  const isAsRead = and(
    and(eq(tracks.id, id), isNull(tracks.deletedAtMs)),
    // what a search looks at is made of these
    and(eq(tracks.title, title), eq(tracks.artist, artist), eq(tracks.album, album)),
    sql`${tracks.coverObject} is ${before}`,
    isStored(edit.cover),
  );
  const [updated] = await db.batch([
    db
      .update(tracks)
      .set({ ...edit.changes, ...covered, searchKey })
      .where(isAsRead)
      .returning(),
    pendingNotificationsFor(db, and(eq(tracks.id, id), eq(tracks.searchKey, searchKey)), edit.nowMs),
    ...rewordTrack(db, id, searchKey),
    markOrphaned(
      db,
      sql`select ${before && coverKey(before)}, ${edit.nowMs} where ${before} is not null and ${isNoCover(before)}`,
    ),
    keepCover(db, edit.cover),
  ]);
  return updated[0] ?? null;
}

/** Whether a cover that is to be taken is in the storage and will stay there. */
function isStored(cover: Cover | null | undefined): SQL | undefined {
  if (!cover) return undefined;
  const isOrphaned = sql`exists (select 1 from ${orphanedObjects} where ${orphanedObjects.key} = ${cover.key})`;
  return sql`(${isOrphaned} or not ${isNoCover(cover.id)})`;
}

/** Of no track whatever. */
function isNoCover(cover: ObjectId | null): SQL {
  return sql`not exists (select 1 from ${tracks} as other where other.cover_object = ${cover})`;
}

/** If a track holds it by now. For a batch. */
export function keepCover(db: Db, cover: Pick<Cover, "id" | "key"> | null | undefined) {
  return db
    .delete(orphanedObjects)
    .where(cover ? and(eq(orphanedObjects.key, cover.key), sql`not ${isNoCover(cover.id)}`) : sql`0`);
}

/** Where a track has no cover yet it gets one. For a batch. */
export function takeCover(db: Db, trackId: TrackId, cover: Cover) {
  return db
    .update(tracks)
    .set({ coverObject: cover.id, hue: cover.hue })
    .where(and(eq(tracks.id, trackId), isNull(tracks.coverObject), isStored(cover)));
}

/**
 * Somebody's own edition of a track, of the same sound, which the room holds from now on. Nothing is made where the
 * track, its cover or the room has gone meanwhile.
 */
export async function insertEdition(
  db: Db,
  edition: TrackRow,
  { of, roomId, cover, nowMs }: { of: TrackId; roomId: RoomId; cover: Cover | null; nowMs: number },
): Promise<void> {
  const isWhole = and(eq(tracks.id, of), isNull(tracks.deletedAtMs), isStored(cover));
  await db.batch([
    db.insert(tracks).select(sql`select ${valuesOf(edition)} from ${tracks}, ${rooms} where ${isWhole}
      and ${rooms.id} = ${roomId} and ${rooms.deletedAtMs} is null`),
    db
      .insert(roomTracks)
      .select(
        sql`select ${roomId}, ${tracks.id}, ${tracks.createdAtMs}, ${nowMs} from ${tracks} where ${tracks.id} = ${edition.id}`,
      ),
    db.insert(waveforms).select(
      sql`select ${tracks.id}, ${waveforms.points} from ${waveforms}, ${tracks}
          where ${waveforms.trackId} = ${of} and ${tracks.id} = ${edition.id}`,
    ),
    insertTrackWords(db, edition.id, edition.searchKey),
    pendingNotificationsFor(db, eq(tracks.id, edition.id), nowMs),
    keepCover(db, cover),
  ]);
}

function valuesOf(track: TrackRow): SQL {
  const names = Object.keys(getTableColumns(tracks)) as (keyof TrackRow)[];
  return sql.join(
    names.map((name) => sql`${track[name]}`),
    sql`, `,
  );
}
