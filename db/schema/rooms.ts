import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { GrantableRole, Role } from "#app/domain/access/permissions.ts";
import type { InviteId, RoomId, UserId } from "#app/domain/ids.ts";
import { VISIBILITIES } from "#app/domain/room/room.ts";

// Columns that end in `_fold` hold what `fold()` makes of a name, so that uniqueness and search know no case in any
// script; SQLite's own NOCASE knows ASCII only. Times are ms since the epoch.

/** Of a row that goes with its room. */
export function roomColumn() {
  return text("room_id")
    .$type<RoomId>()
    .notNull()
    .references(() => rooms.id, { onDelete: "cascade" });
}

/** Of a row that goes with the person. */
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
    /** `#rrggbb`, or the address of a picture */
    avatar: text("avatar").notNull(),
    /** None for who signs in by another provider only. */
    passwordHash: text("password_hash"),
    superAdmin: integer("super_admin", { mode: "boolean" }).notNull().default(false),
    /** Others may see the email. */
    isEmailShown: integer("is_email_shown", { mode: "boolean" }).notNull().default(false),
    createdAtMs: integer("created_at_ms").notNull(),
    /** The account is being deleted: nobody signs in to it, and it exists for the sweep only. */
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
    /** SHA-256 of the token in the cookie, hex: what is stored signs nobody in. */
    tokenHash: text("token_hash").primaryKey(),
    userId: userColumn("user_id"),
    createdAtMs: integer("created_at_ms").notNull(),
    renewedAtMs: integer("renewed_at_ms").notNull(),
    /** When it was last used, to within ten minutes. */
    seenAtMs: integer("seen_at_ms").notNull(),
    /** As the device called itself, in words for people: `Firefox`, `Windows`. Empty: it did not. */
    browser: text("browser").notNull(),
    os: text("os").notNull(),
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
    nameKey: text("name_key").notNull(),
    /** What a search looks at: name, description and the author's name, folded. */
    searchKey: text("search_key").notNull().default(""),
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
    presenceUpdatedAtMs: integer("presence_updated_at_ms").notNull().default(0),
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
    index("rooms_named").on(t.visibility, t.nameKey),
    index("rooms_owner").on(t.ownerId),
    index("rooms_present").on(t.presenceUpdatedAtMs).where(sql`${t.activeUsers} > 0`),
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
    changedAtMs: integer("changed_at_ms").notNull(),
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
    role: text("role").$type<GrantableRole>().notNull(),
    createdBy: userColumn("created_by"),
    createdAtMs: integer("created_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    usesLeft: integer("uses_left").notNull(),
  },
  (t) => [index("invites_room").on(t.roomId)],
);
