import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import type { ObjectId, TrackId, UploadId, UserId } from "#app/domain/ids.ts";
import { roomColumn, userColumn, users } from "./rooms.ts";

// Sound, tracks, and what is on its way to become one. Columns and times are as in `schema.ts`.

/** Of a row that goes with its track. */
function trackColumn() {
  return text("track_id")
    .$type<TrackId>()
    .notNull()
    .references(() => tracks.id, { onDelete: "cascade" });
}

/** Sound in R2: `audio/{id}`, and where its format needs one its seek map `map/{id}`. The same bytes are there once. */
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
    /** Id of the `audio` row that the track plays. */
    audioObject: text("audio_object").$type<ObjectId>().notNull(),
    /** `cover/{id}` */
    coverObject: text("cover_object").$type<ObjectId>(),
    hue: integer("hue"),
    /** What the browser of whoever brought it heard in it (`app/audio/analysis`). */
    loudnessLufs: real("loudness_lufs"),
    truePeakDb: real("true_peak_db"),
    /** As it was chosen: names the track where its tags do not. */
    fileName: text("file_name").notNull(),
    /** What a search looks at: title, artist and album, folded, a line each. */
    searchKey: text("search_key").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    /** It is being taken out of its rooms: it exists for the sweep only. */
    deletedAtMs: integer("deleted_at_ms"),
  },
  (t) => [
    index("tracks_uploader").on(t.uploadedBy, t.createdAtMs),
    index("tracks_audio").on(t.audioObject),
    index("tracks_cover").on(t.coverObject),
    index("tracks_search").on(t.searchKey),
    index("tracks_without_analysis").on(t.uploadedBy, t.createdAtMs).where(sql`${t.loudnessLufs} is null`),
    index("tracks_deleted").on(t.deletedAtMs).where(sql`${t.deletedAtMs} is not null`),
  ],
);

/** The words of `tracks.search_key`, so that what begins with some letters is found among very many. */
export const trackSearchWords = sqliteTable("track_words", { word: text("word").notNull(), trackId: trackColumn() }, (t) => [
  primaryKey({ columns: [t.word, t.trackId] }),
  index("track_words_track").on(t.trackId),
]);

/** How a track looks, of which a kilobyte is enough; it goes with its track. Without a row nobody has listened to it. */
export const waveforms = sqliteTable("waveforms", {
  trackId: trackColumn().primaryKey(),
  /** A byte a point, base64; empty: it could not be listened to. */
  points: text("points").notNull(),
});

/** Which rooms hold a track. Written before the room is told: it may name too many rooms and never too few. */
export const roomTracks = sqliteTable(
  "room_tracks",
  {
    roomId: roomColumn(),
    trackId: trackColumn(),
    /** The track's, so that the newest of a room are found without looking at all. */
    createdAtMs: integer("created_at_ms").notNull(),
    /** When it was last said to be so: what was let go of later goes, and what was added again stays. */
    listedAtMs: integer("listed_at_ms").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.trackId] }),
    index("room_tracks_track").on(t.trackId),
    index("room_tracks_newest").on(t.roomId, t.createdAtMs),
  ],
);

/** Tracks of which some room may not have heard how they are now. Written with the change, gone once all rooms are told. */
export const pendingNotifications = sqliteTable(
  "pending_notifications",
  {
    trackId: trackColumn().primaryKey(),
    /** Each change raises it, so that whoever has told one takes back no other. */
    sinceMs: integer("since_ms").notNull(),
  },
  (t) => [index("pending_notifications_age").on(t.sinceMs)],
);

/** Files under way. A row goes when its track exists, or when it is cancelled or swept, with its bytes. */
export const uploads = sqliteTable(
  "uploads",
  {
    id: text("id").$type<UploadId>().primaryKey(),
    userId: userColumn("user_id"),
    roomId: roomColumn(),
    fileName: text("file_name").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** As its sender says, hex: by this a file that is chosen again is known. Null before it is begun. */
    sha256: text("sha256"),
    audioObject: text("audio_object").$type<ObjectId>().notNull(),
    /** R2's name of the multipart upload; empty before it is begun. */
    multipartId: text("multipart_id").notNull(),
    coverObject: text("cover_object").$type<ObjectId>(),
    createdAtMs: integer("created_at_ms").notNull(),
    /** Its bytes are being removed: it exists for the sweep only, and no track can be made of it. */
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
 * Names in R2 that nothing holds: written before an object is put, or with whatever lets go of one, and taken out when
 * something holds it, or when it is gone.
 */
export const orphanedObjects = sqliteTable(
  "orphaned_objects",
  { key: text("key").primaryKey(), sinceMs: integer("since_ms").notNull() },
  (t) => [index("orphaned_objects_age").on(t.sinceMs)],
);
