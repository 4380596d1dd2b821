import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { ObjectId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import { toSearchKey } from "#app/domain/text/search-key.ts";
import { applyTrackChanges, type ExpectedTrack, type TrackChanges } from "#app/domain/tracks/track-edit.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import type { Db } from "#db/client.ts";
import { rooms } from "#db/schema/rooms.ts";
import { lyrics, orphanedObjects, roomTracks, savedTracks, tracks, waveforms } from "#db/schema/tracks.ts";
import { hasValues } from "./expected-values.ts";
import { isCoverInLibrary } from "./library.ts";
import { isUsableOrphan, markOrphaned } from "./orphaned-objects.ts";
import { insertPendingNotifications } from "./pending-notifications.ts";
import { insertTrackWords, replaceTrackWords } from "./track-words.ts";
import type { TrackRow } from "./tracks.ts";
import { countTracksOf } from "./uploads.ts";

/** A stored cover, with its R2 key. */
export type Cover = { readonly id: ObjectId; readonly key: string; readonly hue: number | null };

export type Edit = {
  readonly changes: TrackChanges;
  /** Null removes the cover; undefined leaves it as it is. */
  readonly cover: Cover | null | undefined;
  /** Null removes the lyrics; undefined leaves them as they are. */
  readonly lyrics?: string | null | undefined;
  /** The edit is refused if the lyrics were last changed at another time, or at all if this is null. Undefined skips the check. */
  readonly expectedLyricsAtMs?: number | null | undefined;
  /** The edit is refused if the track has other values. */
  readonly expected: ExpectedTrack | undefined;
  readonly editedBy: UserId;
  readonly nowMs: number;
};

/** How long an unused cover may be used. The sweep deletes it some minutes later, as an orphan. */
const COVER_USABLE_MS = 50 * MINUTE_MS;

/** Whether the person may use this cover: they recently uploaded it or removed it from a track, or it is in their library. */
export async function canUseCover(db: Db, userId: UserId, { id, key, nowMs }: Pick<Cover, "id" | "key"> & { nowMs: number }) {
  const orphan = { key, usableBy: userId, afterMs: nowMs - COVER_USABLE_MS };
  return (await isUsableOrphan(db, orphan)) || (await isCoverInLibrary(db, userId, id));
}

/** Whether another track with the same audio has the cover, as the original of an edition does. */
export async function hasCoverOfSameAudio(db: Db, { audioObject }: TrackRow, cover: ObjectId): Promise<boolean> {
  const isSame = and(eq(tracks.audioObject, audioObject), eq(tracks.coverObject, cover), isNull(tracks.deletedAtMs));
  return (await db.select({ id: tracks.id }).from(tracks).where(isSame).limit(1).get()) !== undefined;
}

/** The row after an edit. */
export function applyEdit(track: TrackRow, { changes, cover, lyrics: text, nowMs }: Edit): TrackRow {
  const tags = applyTrackChanges(track, changes);
  const coverColumns = cover === undefined ? {} : { coverObject: cover?.id ?? null, hue: cover?.hue ?? null };
  // each change has a time of its own
  const changedAtMs = text === null ? null : Math.max(nowMs, (track.lyricsAtMs ?? 0) + 1);
  const lyricsColumns = text === undefined ? {} : { lyricsAtMs: changedAtMs };
  return { ...track, ...tags, ...coverColumns, ...lyricsColumns, searchKey: toSearchKey(tags.title, tags.artist, tags.album) };
}

/** Stores an edit in one transaction. Null if the track has changed since it was loaded, or the new cover is missing. */
export async function updateTrack(
  db: Db,
  track: TrackRow,
  { edit, coverKey }: { readonly edit: Edit; readonly coverKey: (id: ObjectId) => string },
): Promise<TrackRow | null> {
  const { id, title, artist, album, coverObject: before } = track;
  const { searchKey, coverObject, hue, lyricsAtMs } = applyEdit(track, edit);
  const coverColumns = edit.cover === undefined ? {} : { coverObject, hue };
  const isUnchanged = and(
    and(eq(tracks.id, id), isNull(tracks.deletedAtMs)),
    // the search key is computed from these
    and(eq(tracks.title, title), eq(tracks.artist, artist), eq(tracks.album, album)),
    sql`${tracks.coverObject} is ${before}`,
    edit.lyrics === undefined ? undefined : sql`${tracks.lyricsAtMs} is ${track.lyricsAtMs}`,
    isStored(edit.cover),
    hasExpectedValues(edit.expected),
  );
  const lyricsColumns = edit.lyrics === undefined ? {} : { lyricsAtMs };
  const [, updated] = await db.batch([
    writeLyrics(db, edit.lyrics, isUnchanged),
    db
      .update(tracks)
      .set({ ...edit.changes, ...coverColumns, ...lyricsColumns, searchKey })
      .where(isUnchanged)
      .returning(),
    insertPendingNotifications(db, and(eq(tracks.id, id), eq(tracks.searchKey, searchKey)), edit.nowMs),
    ...replaceTrackWords(db, id, searchKey),
    markOrphaned(
      db,
      sql`select ${before && coverKey(before)}, ${edit.nowMs} where ${before} is not null and ${isUnusedCover(before)}`,
      edit.editedBy,
    ),
    clearOrphanedCover(db, edit.cover),
  ]);
  return updated[0] ?? null;
}

function hasExpectedValues(expected: ExpectedTrack | undefined): SQL | undefined {
  const { title, artist, album, genre, year, coverObject: cover, lyricsAtMs } = tracks;
  return hasValues({ title, artist, album, genre, year, cover, lyricsAtMs }, expected);
}

/** A statement for a batch, before the one that updates the track: replaces or deletes the lyrics of the track that meets the condition. */
function writeLyrics(db: Db, text: string | null | undefined, isUnchanged: SQL | undefined) {
  const target = sql`select ${tracks.id} from ${tracks} where ${isUnchanged}`;
  if (typeof text !== "string") return db.delete(lyrics).where(text === null ? sql`${lyrics.trackId} in (${target})` : sql`0`);
  return db
    .insert(lyrics)
    .select(sql`select ${tracks.id}, ${text} from ${tracks} where ${isUnchanged}`)
    .onConflictDoUpdate({ target: lyrics.trackId, set: { text } });
}

/** Whether a new cover is stored: either as an orphan, or as the cover of another track. */
function isStored(cover: Cover | null | undefined): SQL | undefined {
  if (!cover) return undefined;
  const isOrphaned = sql`exists (select 1 from ${orphanedObjects} where ${orphanedObjects.key} = ${cover.key})`;
  return sql`(${isOrphaned} or not ${isUnusedCover(cover.id)})`;
}

/** Whether no track has the cover. */
function isUnusedCover(cover: ObjectId | null): SQL {
  return sql`not exists (select 1 from ${tracks} as other where other.cover_object = ${cover})`;
}

/** A statement for a batch: the cover is no longer orphaned if a track has it. */
export function clearOrphanedCover(db: Db, cover: Pick<Cover, "id" | "key"> | null | undefined) {
  return db
    .delete(orphanedObjects)
    .where(cover ? and(eq(orphanedObjects.key, cover.key), sql`not ${isUnusedCover(cover.id)}`) : sql`0`);
}

/** A statement for a batch: gives a cover to a track that has none. */
export function setMissingCover(db: Db, trackId: TrackId, cover: Cover) {
  return db
    .update(tracks)
    .set({ coverObject: cover.id, hue: cover.hue })
    .where(and(eq(tracks.id, trackId), isNull(tracks.coverObject), isStored(cover)));
}

type EditionSource = {
  readonly edit: Edit;
  readonly of: TrackId;
  readonly roomId: RoomId;
  readonly cover: Cover | null;
};

/**
 * Inserts an edition: a person's own copy of a track's metadata, with the same audio, for one room. Inserts nothing if the
 * track, its cover or the room has been removed meanwhile, the track has other than the expected values, or the person has too
 * many tracks.
 */
export async function insertEdition(db: Db, edition: TrackRow, { of, roomId, cover, edit }: EditionSource): Promise<void> {
  const { lyrics: text, nowMs, expected } = edit;
  const isAvailable = and(eq(tracks.id, of), isNull(tracks.deletedAtMs), isStored(cover), hasExpectedValues(expected));
  await db.batch([
    db.insert(tracks).select(sql`select ${toValues(edition)} from ${tracks}, ${rooms} where ${isAvailable}
      and ${rooms.id} = ${roomId} and ${rooms.deletedAtMs} is null
      and ${countTracksOf(edition.uploadedBy)} < ${trackLimits.tracksPerPerson}`),
    db
      .insert(roomTracks)
      .select(
        sql`select ${roomId}, ${tracks.id}, ${tracks.createdAtMs}, ${nowMs} from ${tracks} where ${tracks.id} = ${edition.id}`,
      ),
    db.insert(waveforms).select(
      sql`select ${tracks.id}, ${waveforms.points} from ${waveforms}, ${tracks}
          where ${waveforms.trackId} = ${of} and ${tracks.id} = ${edition.id}`,
    ),
    db.insert(lyrics).select(
      text === undefined
        ? sql`select ${tracks.id}, ${lyrics.text} from ${lyrics}, ${tracks}
            where ${lyrics.trackId} = ${of} and ${tracks.id} = ${edition.id}`
        : sql`select ${tracks.id}, ${text} from ${tracks} where ${tracks.id} = ${edition.id} and ${text} is not null`,
    ),
    insertTrackWords(db, edition.id, edition.searchKey),
    insertPendingNotifications(db, eq(tracks.id, edition.id), nowMs),
    clearOrphanedCover(db, cover),
  ]);
}

function toValues(track: TrackRow): SQL {
  const names = Object.keys(getTableColumns(tracks)) as (keyof TrackRow)[];
  return sql.join(
    names.map((name) => sql`${track[name]}`),
    sql`, `,
  );
}

type UnusedEdition = {
  readonly id: TrackId;
  readonly roomId: RoomId;
  readonly expected: ExpectedTrack;
  readonly nowMs: number;
};

/** Marks an edition of a room as deleted, unless it has changed, another room has it, or a person has saved it. */
export async function markEditionDeleted(db: Db, { id, roomId, expected, nowMs }: UnusedEdition): Promise<void> {
  const inOtherRoom = sql`exists (select 1 from ${roomTracks} where ${roomTracks.trackId} = ${id} and ${roomTracks.roomId} <> ${roomId})`;
  const isSaved = sql`exists (select 1 from ${savedTracks} where ${savedTracks.trackId} = ${id})`;
  await db
    .update(tracks)
    .set({ deletedAtMs: nowMs })
    .where(
      and(
        eq(tracks.id, id),
        isNull(tracks.deletedAtMs),
        hasExpectedValues(expected),
        sql`not ${inOtherRoom} and not ${isSaved}`,
      ),
    );
}
