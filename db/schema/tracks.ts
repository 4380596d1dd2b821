import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import type { ObjectId, TrackId, UploadId, UserId } from "#app/domain/ids.ts";
import { roomColumn, userColumn, users } from "./rooms.ts";

// Audio objects, tracks and uploads. Columns and times follow the conventions of `rooms.ts`.

/** A reference to the row's track. Deleting the track deletes the row. */
function trackColumn() {
  return text("track_id")
    .$type<TrackId>()
    .notNull()
    .references(() => tracks.id, { onDelete: "cascade" });
}

/**
 * Audio objects in R2: `audio/{id}`, and `map/{id}`, the seek map, if the format needs one. The same bytes are stored once,
 * however many tracks use them.
 */
export const audio = sqliteTable(
  "audio",
  {
    id: text("id").$type<ObjectId>().primaryKey(),
    /** SHA-256 of the stored bytes, hex. */
    sha256: text("sha256").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    format: text("format").$type<AudioFormat>().notNull(),
    durationMs: real("duration_ms").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [uniqueIndex("audio_sha256").on(t.sha256)],
);

export const tracks = sqliteTable(
  "tracks",
  {
    id: text("id").$type<TrackId>().primaryKey(),
    uploadedBy: text("uploaded_by")
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    title: text("title").notNull(),
    artist: text("artist").notNull(),
    album: text("album").notNull(),
    genre: text("genre").notNull(),
    year: integer("year"),
    durationMs: real("duration_ms").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    format: text("format").$type<AudioFormat>().notNull(),
    /** The id of the track's `audio` row. Several tracks may share it. */
    audioObject: text("audio_object").$type<ObjectId>().notNull(),
    /** The object is `cover/{id}`. Several tracks may share it. */
    coverObject: text("cover_object").$type<ObjectId>(),
    hue: integer("hue"),
    /** Track analysis, measured by the uploader's browser (`app/audio/analysis`). Null for silence, or without an analysis. */
    loudnessLufs: real("loudness_lufs"),
    truePeakDb: real("true_peak_db"),
    /** The name of the uploaded file. It names the track if the tags do not. */
    fileName: text("file_name").notNull(),
    /** Normalized title, artist and album, one per line. */
    searchKey: text("search_key").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    /** When the removal of the track began. The row exists until all rooms have removed the track. */
    deletedAtMs: integer("deleted_at_ms"),
    /** The track of which this one is an edition. Null for all others, and once that track is deleted. */
    originalId: text("original_id")
      .$type<TrackId>()
      .references((): AnySQLiteColumn => tracks.id, { onDelete: "set null" }),
    /** When the lyrics were last changed. Null without a row in `lyrics`. */
    lyricsAtMs: integer("lyrics_at_ms"),
  },
  (t) => [
    index("tracks_uploader").on(t.uploadedBy, t.createdAtMs),
    index("tracks_audio").on(t.audioObject),
    index("tracks_cover").on(t.coverObject),
    index("tracks_search").on(t.searchKey),
    index("tracks_without_analysis").on(t.uploadedBy, t.createdAtMs).where(sql`${t.loudnessLufs} is null`),
    index("tracks_original").on(t.originalId).where(sql`${t.originalId} is not null`),
    index("tracks_deleted").on(t.deletedAtMs).where(sql`${t.deletedAtMs} is not null`),
  ],
);

/** The words of `tracks.search_key`, indexed for searches by prefix. */
export const trackSearchWords = sqliteTable("track_words", { word: text("word").notNull(), trackId: trackColumn() }, (t) => [
  primaryKey({ columns: [t.word, t.trackId] }),
  index("track_words_track").on(t.trackId),
]);

/** Waveforms of analyzed tracks, about a kilobyte each. A track without a row has not been analyzed. */
export const waveforms = sqliteTable("waveforms", {
  trackId: trackColumn().primaryKey(),
  /** One byte per point, base64. Empty if the browser could not decode the track. */
  points: text("points").notNull(),
});

/** Lyrics of tracks: plain text or LRC, within the limits of `lyrics-limits.ts`. */
export const lyrics = sqliteTable("lyrics", { trackId: trackColumn().primaryKey(), text: text("text").notNull() });

/**
 * The index of the tracks in each room. It is written before the room object is called, so it may contain tracks that a room
 * does not have, but never misses one.
 */
export const roomTracks = sqliteTable(
  "room_tracks",
  {
    roomId: roomColumn(),
    trackId: trackColumn(),
    /** A copy of the track's `created_at_ms`, for the index of a room's newest tracks. */
    createdAtMs: integer("created_at_ms").notNull(),
    /** When the track was last added to the room. A removal deletes the row only if it is later. */
    listedAtMs: integer("listed_at_ms").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.trackId] }),
    index("room_tracks_track").on(t.trackId),
    index("room_tracks_newest").on(t.roomId, t.createdAtMs),
  ],
);

/** Tracks of other people that a person has saved to their library. */
export const savedTracks = sqliteTable(
  "saved_tracks",
  {
    userId: userColumn("user_id"),
    trackId: trackColumn(),
    /** A copy of the track's `created_at_ms`, for the index of a person's newest saved tracks. */
    createdAtMs: integer("created_at_ms").notNull(),
    savedAtMs: integer("saved_at_ms").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.trackId] }),
    index("saved_tracks_track").on(t.trackId),
    index("saved_tracks_newest").on(t.userId, t.createdAtMs),
  ],
);

/** Pending notifications: changed tracks whose rooms have not all received the change. Deleted once all rooms are notified. */
export const pendingNotifications = sqliteTable(
  "pending_notifications",
  {
    trackId: trackColumn().primaryKey(),
    /** Every change raises it, so that completing the notification of one change does not delete that of a later one. */
    sinceMs: integer("since_ms").notNull(),
  },
  (t) => [index("pending_notifications_age").on(t.sinceMs)],
);

/** Unfinished uploads. A row is deleted when its track exists, or with its bytes when it is canceled or abandoned. */
export const uploads = sqliteTable(
  "uploads",
  {
    id: text("id").$type<UploadId>().primaryKey(),
    userId: userColumn("user_id"),
    roomId: roomColumn(),
    fileName: text("file_name").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** The SHA-256 that the browser claims, hex. Identifies a file that is selected again. Null before the upload starts. */
    sha256: text("sha256"),
    audioObject: text("audio_object").$type<ObjectId>().notNull(),
    /** The id of R2's multipart upload. Empty before the upload starts. */
    multipartId: text("multipart_id").notNull(),
    coverObject: text("cover_object").$type<ObjectId>(),
    createdAtMs: integer("created_at_ms").notNull(),
    /** When the removal of the upload began. No track can be made from it; the row exists until its bytes are deleted. */
    discardedAtMs: integer("discarded_at_ms"),
  },
  (t) => [index("uploads_user").on(t.userId), index("uploads_room").on(t.roomId), index("uploads_age").on(t.createdAtMs)],
);

export const uploadParts = sqliteTable(
  "upload_parts",
  {
    uploadId: text("upload_id")
      .$type<UploadId>()
      .notNull()
      .references(() => uploads.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    etag: text("etag").notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.number] })],
);

/**
 * The keys of orphaned objects: objects in R2 to which no row refers. A key is inserted before an object is stored, or with
 * the change that removes the last reference to it, and deleted when a row refers to the object or the object is deleted.
 */
export const orphanedObjects = sqliteTable(
  "orphaned_objects",
  {
    key: text("key").primaryKey(),
    sinceMs: integer("since_ms").notNull(),
    /** The person who may refer to the object: who stored it, or who removed the last reference to it. */
    usableBy: text("usable_by").$type<UserId>(),
  },
  (t) => [index("orphaned_objects_age").on(t.sinceMs)],
);
