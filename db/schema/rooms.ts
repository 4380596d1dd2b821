import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { RequestState } from "#app/domain/access/members.ts";
import type { GrantableRole, Role } from "#app/domain/access/permissions.ts";
import type { InviteId, RoomId, UserId } from "#app/domain/ids.ts";
import { VISIBILITIES } from "#app/domain/room/room.ts";
import type { SkipVoteShare } from "#app/domain/room/skip-vote-share.ts";

// Columns that end in `_key` have the normalized form of a text, so that uniqueness and search ignore case in every
// script; SQLite's own NOCASE works with ASCII only. Times are ms since the epoch.

/** A reference to the row's room. Deleting the room deletes the row. */
export function roomColumn() {
  return text("room_id")
    .$type<RoomId>()
    .notNull()
    .references(() => rooms.id, { onDelete: "cascade" });
}

/** A reference to a person. Deleting the person deletes the row. */
export function userColumn(name: string) {
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
    usernameKey: text("username_key").notNull(),
    email: text("email").notNull(),
    emailKey: text("email_key").notNull(),
    /** `#rrggbb`, or the address of a picture. */
    avatar: text("avatar").notNull(),
    /** Null for a person who signs in through a provider only. */
    passwordHash: text("password_hash"),
    superAdmin: integer("super_admin", { mode: "boolean" }).notNull().default(false),
    /** Whether other people may see the email. */
    isEmailShown: integer("is_email_shown", { mode: "boolean" }).notNull().default(false),
    createdAtMs: integer("created_at_ms").notNull(),
    /** When the removal of the account began. It has no sign-in from then on; the row exists until the sweep deletes it. */
    deletedAtMs: integer("deleted_at_ms"),
  },
  (t) => [
    uniqueIndex("users_username_key").on(t.usernameKey),
    uniqueIndex("users_email_key").on(t.emailKey),
    index("users_deleted").on(t.deletedAtMs).where(sql`${t.deletedAtMs} is not null`),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token in the cookie, hex. The hash cannot be used to sign in. */
    tokenHash: text("token_hash").primaryKey(),
    userId: userColumn("user_id"),
    createdAtMs: integer("created_at_ms").notNull(),
    renewedAtMs: integer("renewed_at_ms").notNull(),
    /** The time of the last request, accurate to ten minutes. */
    seenAtMs: integer("seen_at_ms").notNull(),
    /** A readable name from the User-Agent header, such as `Firefox` or `Windows`. Empty if unknown. */
    browser: text("browser").notNull(),
    os: text("os").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    /** The last confirmation of the session with the password; null if there was none. */
    confirmedAtMs: integer("confirmed_at_ms"),
  },
  (t) => [index("sessions_user").on(t.userId), index("sessions_expiry").on(t.expiresAtMs)],
);

/** Attempts at an action, counted per time window, for rate limits. */
export const attempts = sqliteTable(
  "attempts",
  {
    /** The action and its subject: `sign-in:account:…`, `sign-in:address:…` */
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
    /** The sort key of the name. */
    nameKey: text("name_key").notNull(),
    /** Normalized name, description and name of the owner, one per line. */
    searchKey: text("search_key").notNull().default(""),
    description: text("description").notNull().default(""),
    /** Lower-case letters, digits and dashes. The room's address is `/room/` and this. */
    url: text("url").notNull(),
    visibility: text("visibility", { enum: VISIBILITIES }).notNull().default("public"),
    /** Null without a password. Members enter without it. */
    passwordHash: text("password_hash"),
    /** Whether the playlist alternates between the people who added tracks. */
    isFair: integer("is_fair", { mode: "boolean" }).notNull().default(false),
    /** Whether all tracks are played at the same loudness. */
    isLeveled: integer("is_leveled", { mode: "boolean" }).notNull().default(true),
    ownerId: text("owner_id")
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    createdAtMs: integer("created_at_ms").notNull(),
    /** The number of signed-in people and of guests' devices in the room. The room object updates it on every change. */
    activeUsers: integer("active_users").notNull().default(0),
    /** The time of that update. After a while without one, the sweep resets the number. */
    presenceUpdatedAtMs: integer("presence_updated_at_ms").notNull().default(0),
    /** Incremented with every change of access to the room. Connections from earlier epochs are checked again. */
    accessEpoch: integer("access_epoch").notNull().default(0),
    /** Incremented when a person loses access to the room. Media grants from earlier epochs are invalid. */
    mediaEpoch: integer("media_epoch").notNull().default(0),
    /** When the removal of the room began. The row exists until the removal is complete. */
    deletedAtMs: integer("deleted_at_ms"),
    /** Whether everyone in the room may control playback, guests included. */
    guestsMayControl: integer("guests_may_control", { mode: "boolean" }).notNull().default(false),
    /** Whether everyone signed in may add tracks. */
    guestsMayAdd: integer("guests_may_add", { mode: "boolean" }).notNull().default(false),
    /** The share of the voters that a skip needs, in percent. Null: no skip needs a vote. */
    skipVoteShare: integer("skip_vote_share").$type<SkipVoteShare>().default(50),
    /** Whether people vote for queued entries. */
    hasQueueVotes: integer("has_queue_votes", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    uniqueIndex("rooms_url").on(t.url),
    index("rooms_listed").on(t.visibility, t.createdAtMs),
    index("rooms_lively").on(t.visibility, t.activeUsers, t.createdAtMs),
    index("rooms_named").on(t.visibility, t.nameKey),
    index("rooms_owner").on(t.ownerId),
    index("rooms_present").on(t.presenceUpdatedAtMs).where(sql`${t.activeUsers} > 0`),
    index("rooms_deleted").on(t.deletedAtMs).where(sql`${t.deletedAtMs} is not null`),
  ],
);

/** The tracks that rooms play, for lists of rooms and their search. The room objects write them; a silent room has no row. */
export const nowPlaying = sqliteTable("now_playing", {
  roomId: roomColumn().primaryKey(),
  title: text("title").notNull(),
  /** Empty if it is not known. */
  artist: text("artist").notNull(),
  /** Normalized title and artist, one per line. */
  searchKey: text("search_key").notNull(),
  updatedAtMs: integer("updated_at_ms").notNull(),
});

export const members = sqliteTable(
  "members",
  {
    roomId: roomColumn(),
    userId: userColumn("user_id"),
    role: text("role").$type<Role>().notNull(),
    /** Null for the owner. */
    invitedBy: text("invited_by")
      .$type<UserId>()
      .references(() => users.id, { onDelete: "set null" }),
    createdAtMs: integer("created_at_ms").notNull(),
    /** For a request for access: when it was made or rejected. */
    changedAtMs: integer("changed_at_ms").notNull(),
    /** The state of a viewer's request for a higher role, and when it was made or rejected. Null without one. */
    promotion: text("promotion").$type<RequestState>(),
    promotionChangedAtMs: integer("promotion_changed_at_ms"),
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

/** The people of whom a room's object has something, whether or not they have a role in the room. */
export const roomContributors = sqliteTable(
  "room_contributors",
  {
    roomId: roomColumn(),
    userId: userColumn("user_id"),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.userId] }), index("room_contributors_user").on(t.userId)],
);

/** Tokens that a person gets for a room's password, valid in one browser session for a day. */
export const roomTokens = sqliteTable(
  "room_tokens",
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").primaryKey(),
    roomId: roomColumn(),
    /** The browser session in which the token is valid. */
    sessionId: text("session_id").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
  },
  (t) => [index("room_tokens_room").on(t.roomId), index("room_tokens_expiry").on(t.expiresAtMs)],
);

/** Invite links, which grant a role in a room. The link has a signature, which is not stored. */
export const invites = sqliteTable(
  "invites",
  {
    id: text("id").$type<InviteId>().primaryKey(),
    roomId: roomColumn(),
    role: text("role").$type<GrantableRole>().notNull(),
    createdBy: userColumn("created_by"),
    createdAtMs: integer("created_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    usesLeft: integer("uses_left").notNull(),
  },
  (t) => [index("invites_room").on(t.roomId)],
);
