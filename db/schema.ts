import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AudioFormat } from "#app/domain/audio-format.ts";
import type { InviteId, ObjectId, RoomId, TrackId, UploadId, UserId } from "#app/domain/ids.ts";
import type { GivenRole, Role } from "#app/domain/permissions.ts";
import { VISIBILITIES } from "#app/domain/room.ts";

// Columns that end in `_fold` hold what `fold()` makes of a name, so that uniqueness and search know no case in any
// script; SQLite's own NOCASE knows ASCII only. Times are ms since the epoch.

/** Of a row that goes with its room. */
function roomColumn() {
  return text("room_id")
    .$type<RoomId>()
    .notNull()
    .references(() => rooms.id, { onDelete: "cascade" });
}

/** Of a row that goes with its track. */
function trackColumn() {
  return text("track_id")
    .$type<TrackId>()
    .notNull()
    .references(() => tracks.id, { onDelete: "cascade" });
}

/** Of a row that goes with the person. */
function userColumn(name: string) {
  return text(name)
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
}

export const users = sqliteTable(
  "users",
  {
    id: text("id").$type<UserId>().primaryKey(),
    name: text("name").notNull(),
    username: text("username").notNull(),
    usernameFold: text("username_fold").notNull(),
    email: text("email").notNull(),
    emailFold: text("email_fold").notNull(),
    /** `#rrggbb`, or the address of a picture */
    avatar: text("avatar").notNull(),
    /** None for who signs in by another provider only. */
    passwordHash: text("password_hash"),
    superAdmin: integer("super_admin", { mode: "boolean" }).notNull().default(false),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [uniqueIndex("users_username_fold").on(t.usernameFold), uniqueIndex("users_email_fold").on(t.emailFold)],
);

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token in the cookie, hex: what is stored signs nobody in. */
    tokenHash: text("token_hash").primaryKey(),
    userId: userColumn("user_id"),
    createdAtMs: integer("created_at_ms").notNull(),
    renewedAtMs: integer("renewed_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
  },
  (t) => [index("sessions_user").on(t.userId), index("sessions_expiry").on(t.expiresAtMs)],
);

/** Tries at something, counted in windows. */
export const attempts = sqliteTable(
  "attempts",
  {
    /** What is tried and by whom or on what: `sign-in:account:…`, `sign-in:address:…` */
    key: text("key").primaryKey(),
    windowStartMs: integer("window_start_ms").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [index("attempts_window").on(t.windowStartMs)],
);

export const rooms = sqliteTable(
  "rooms",
  {
    id: text("id").$type<RoomId>().primaryKey(),
    name: text("name").notNull(),
    /** What lists are sorted by. */
    nameFold: text("name_fold").notNull(),
    /** What a search looks at: name, description and the author's name, folded. */
    searchFold: text("search_fold").notNull().default(""),
    description: text("description").notNull().default(""),
    /** Lower-case letters, digits and dashes; shown behind `room/`. */
    url: text("url").notNull(),
    visibility: text("visibility", { enum: VISIBILITIES }).notNull().default("public"),
    /** Whoever is no member must know it to come in. */
    passwordHash: text("password_hash"),
    /** Whoever has added something takes turns. */
    isFair: integer("is_fair", { mode: "boolean" }).notNull().default(false),
    /** All tracks sound equally loud. */
    isLeveled: integer("is_leveled", { mode: "boolean" }).notNull().default(true),
    ownerId: text("owner_id")
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    createdAtMs: integer("created_at_ms").notNull(),
    /** Signed-in people and devices of guests who are there now, told by the room whenever it changes. */
    activeUsers: integer("active_users").notNull().default(0),
    /** A room that could not say goodbye is believed for a while only. */
    presenceSaidAtMs: integer("presence_said_at_ms").notNull().default(0),
    /** Raised with every change of who is what in the room: whoever was let in by an earlier one is looked at again. */
    accessEpoch: integer("access_epoch").notNull().default(0),
    /** Raised whenever somebody loses what they had: audio capabilities of earlier epochs are worth nothing. */
    mediaEpoch: integer("media_epoch").notNull().default(0),
    /** It exists for its own removal only. */
    deletedAtMs: integer("deleted_at_ms"),
  },
  (t) => [
    uniqueIndex("rooms_url").on(t.url),
    index("rooms_listed").on(t.visibility, t.createdAtMs),
    index("rooms_lively").on(t.visibility, t.activeUsers, t.createdAtMs),
    index("rooms_named").on(t.visibility, t.nameFold),
    index("rooms_owner").on(t.ownerId),
    index("rooms_present").on(t.presenceSaidAtMs).where(sql`${t.activeUsers} > 0`),
    index("rooms_deleted").on(t.deletedAtMs).where(sql`${t.deletedAtMs} is not null`),
  ],
);

export const members = sqliteTable(
  "members",
  {
    roomId: roomColumn(),
    userId: userColumn("user_id"),
    role: text("role").$type<Role>().notNull(),
    /** Nobody invited the owner. */
    invitedBy: text("invited_by")
      .$type<UserId>()
      .references(() => users.id, { onDelete: "set null" }),
    createdAtMs: integer("created_at_ms").notNull(),
    /** Of a pending state: when it was asked for or denied. */
    changedAtMs: integer("changed_at_ms").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.userId] }), index("members_user").on(t.userId)],
);

export const favorites = sqliteTable(
  "favorites",
  {
    userId: userColumn("user_id"),
    roomId: roomColumn(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roomId] }), index("favorites_room").on(t.roomId)],
);

/** What somebody who knew a room's password comes in with: good for one browser session and a day. */
export const roomTokens = sqliteTable(
  "room_tokens",
  {
    /** SHA-256, hex */
    tokenHash: text("token_hash").primaryKey(),
    roomId: roomColumn(),
    /** The browser session that it was made for. */
    sessionId: text("session_id").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
  },
  (t) => [index("room_tokens_room").on(t.roomId), index("room_tokens_expiry").on(t.expiresAtMs)],
);

/** Links that let whoever has them into a room as something. The link carries a signature, which is stored nowhere. */
export const invites = sqliteTable(
  "invites",
  {
    id: text("id").$type<InviteId>().primaryKey(),
    roomId: roomColumn(),
    role: text("role").$type<GivenRole>().notNull(),
    createdBy: userColumn("created_by"),
    createdAtMs: integer("created_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    usesLeft: integer("uses_left").notNull(),
  },
  (t) => [index("invites_room").on(t.roomId)],
);

/** Sound in R2: `audio/{id}`, and where its format needs one its seek map `map/{id}`. The same bytes are there once. */
export const audio = sqliteTable(
  "audio",
  {
    id: text("id").$type<ObjectId>().primaryKey(),
    /** Of the bytes as they are stored, hex. Null: stored before hashes were made. */
    sha256: text("sha256"),
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
    /** The `audio` that it plays. Kept true by what writes here: SQLite could not be told without making the table anew. */
    audioObject: text("audio_object").$type<ObjectId>().notNull(),
    /** `cover/{id}` */
    coverObject: text("cover_object").$type<ObjectId>(),
    hue: integer("hue"),
    /** What the browser of whoever brought it heard in it (`app/audio/analysis`). */
    loudnessLufs: real("loudness_lufs"),
    truePeakDb: real("true_peak_db"),
    tempoBpm: real("tempo_bpm"),
    /** As it was chosen: names the track where its tags do not. */
    fileName: text("file_name").notNull().default(""),
    /** What a search looks at: title, artist and album, folded, a line each. */
    searchFold: text("search_fold").notNull().default(""),
    createdAtMs: integer("created_at_ms").notNull(),
    /** It is being taken out of its rooms: it exists for the sweep only. */
    deletedAtMs: integer("deleted_at_ms"),
  },
  (t) => [
    index("tracks_uploader").on(t.uploadedBy, t.createdAtMs),
    index("tracks_audio").on(t.audioObject),
    index("tracks_cover").on(t.coverObject),
    index("tracks_search").on(t.searchFold),
    index("tracks_deleted").on(t.deletedAtMs).where(sql`${t.deletedAtMs} is not null`),
  ],
);

/** The words of `tracks.search_fold`, so that what begins with some letters is found among very many. */
export const trackWords = sqliteTable("track_words", { word: text("word").notNull(), trackId: trackColumn() }, (t) => [
  primaryKey({ columns: [t.word, t.trackId] }),
  index("track_words_track").on(t.trackId),
]);

/** How a track looks, of which a kilobyte is enough; it goes with its track. */
export const waveforms = sqliteTable("waveforms", {
  trackId: trackColumn().primaryKey(),
  /** A byte a point, base64 */
  points: text("points").notNull(),
});

/** Which rooms hold a track. Written before the room is told: it may name too many rooms and never too few. */
export const roomTracks = sqliteTable(
  "room_tracks",
  {
    roomId: roomColumn(),
    trackId: trackColumn(),
    /** The track's, so that the newest of a room are found without looking at all. */
    createdAtMs: integer("created_at_ms").notNull().default(0),
    /** When it was last said to be so: what was let go of later goes, and what was added again stays. */
    saidAtMs: integer("said_at_ms").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.trackId] }),
    index("room_tracks_track").on(t.trackId),
    index("room_tracks_newest").on(t.roomId, t.createdAtMs),
  ],
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
export const looseObjects = sqliteTable(
  "loose_objects",
  { key: text("key").primaryKey(), sinceMs: integer("since_ms").notNull() },
  (t) => [index("loose_objects_age").on(t.sinceMs)],
);
