import { and, asc, count, countDistinct, eq, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import type { Role } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import type { Db } from "#db/client.ts";
import { linkedAccounts, passwordResets } from "#db/schema/accounts.ts";
import { attempts, favorites, invites, members, rooms, sessions, users } from "#db/schema/rooms.ts";
import { roomTracks, tracks, uploads } from "#db/schema/tracks.ts";
import { insertMailWhere, type MailRow } from "./mails.ts";
import { markAvatarOrphaned } from "./profile.ts";
import { type Epochs, personColumns, type RoomRow, type RoomWithOwner } from "./rooms.ts";
import type { UploadRow } from "./uploads.ts";

// An account that goes: what will become of what it has, the mark from which on nobody finds it, and what the sweep still
// finds of it then. Its row goes when nothing refers to it any more.

export type OwnedRoom = Pick<RoomRow, "id" | "name" | "url"> & {
  /** Who gets it; null: nobody, and it is removed. */
  readonly heir: Person | null;
};

/** What becomes of the rooms that somebody owns. */
export async function listInheritance(db: Db, userId: UserId): Promise<readonly OwnedRoom[]> {
  return db
    .select({ id: rooms.id, name: rooms.name, url: rooms.url, heir: personColumns })
    .from(rooms)
    .leftJoin(users, sql`${users.id} = ${heirId}`)
    .where(and(eq(rooms.ownerId, userId), isNull(rooms.deletedAtMs)))
    .orderBy(asc(rooms.nameKey), asc(rooms.id));
}

/** How many tracks somebody has uploaded, and how many of them rooms of others hold. */
export async function countOwnTracks(
  db: Db,
  userId: UserId,
): Promise<{ readonly count: number; readonly inOthersRooms: number }> {
  const isOwn = and(eq(tracks.uploadedBy, userId), isNull(tracks.deletedAtMs));
  const [own, held] = await Promise.all([
    db.select({ n: count() }).from(tracks).where(isOwn).get(),
    db
      .select({ n: countDistinct(tracks.id) })
      .from(tracks)
      .innerJoin(roomTracks, eq(roomTracks.trackId, tracks.id))
      .innerJoin(rooms, eq(rooms.id, roomTracks.roomId))
      .where(and(isOwn, ne(rooms.ownerId, userId), isNull(rooms.deletedAtMs)))
      .get(),
  ]);
  return { count: own?.n ?? 0, inOthersRooms: held?.n ?? 0 };
}

/** A room that was given to its heir, who is to be told. */
export type HandedRoom = Epochs & { readonly roomId: RoomId; readonly heirId: UserId };

/** Of the admin who has been one longest. In a statement about `rooms`. */
const heirId = sql`(select admin.user_id from members as admin join users as heir on heir.id = admin.user_id
  where admin.room_id = rooms.id and admin.role = 'admin' and admin.user_id <> rooms.owner_id and heir.deleted_at_ms is null
  order by admin.changed_at_ms, admin.created_at_ms, admin.user_id limit 1)`;

/**
 * From here on the account does not exist for anybody, and its names are free: all of it or nothing. Rooms go to their
 * heirs, or are marked as removed; tracks and uploads are marked. Done again, it catches what was being made meanwhile.
 * Memberships stay until their rooms have been told. `farewell`, a mail to whose it was, comes to stand the first time.
 */
export async function markAccountDeleted(
  db: Db,
  userId: UserId,
  { nowMs, avatar, farewell }: { readonly nowMs: number; readonly avatar: string; readonly farewell: MailRow | null },
): Promise<readonly HandedRoom[]> {
  const isOwn = and(eq(rooms.ownerId, userId), isNull(rooms.deletedAtMs));
  const nobody = `deleted-${userId}`;
  const isThere = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.deletedAtMs} is null)`;
  const ownerMemberships = sql`(select room_id from members where user_id = ${userId} and role = 'owner')`;
  const gone = {
    ...{ name: "", username: nobody, usernameKey: normalize(nobody), email: nobody, emailKey: normalize(nobody), avatar },
    ...{ passwordHash: null, superAdmin: false, isEmailShown: false, deletedAtMs: nowMs },
  };
  const [handed] = await db.batch([
    db
      .update(rooms)
      // without a fold the sweep makes one, with the heir's name
      .set({ ownerId: sql`${heirId}`, accessEpoch: sql`${rooms.accessEpoch} + 1`, searchKey: "" })
      .where(and(isOwn, sql`${heirId} is not null`))
      .returning({
        ...{ roomId: rooms.id, heirId: rooms.ownerId, accessEpoch: rooms.accessEpoch, mediaEpoch: rooms.mediaEpoch },
      }),
    db
      .update(members)
      .set({ role: "owner", invitedBy: null, changedAtMs: nowMs })
      .where(
        and(
          sql`${members.roomId} in ${ownerMemberships}`,
          eq(members.role, "admin"),
          sql`${members.userId} = ${ownerOfMembership}`,
        ),
      ),
    db
      .update(members)
      .set({ role: "admin", changedAtMs: nowMs })
      .where(and(eq(members.userId, userId), eq(members.role, "owner"), sql`${members.userId} <> ${ownerOfMembership}`)),
    db.update(rooms).set({ deletedAtMs: nowMs, visibility: "hidden", activeUsers: 0 }).where(isOwn),
    db
      .update(uploads)
      .set({ discardedAtMs: nowMs })
      .where(and(eq(uploads.userId, userId), isNull(uploads.discardedAtMs))),
    db
      .update(tracks)
      .set({ deletedAtMs: nowMs })
      .where(and(eq(tracks.uploadedBy, userId), isNull(tracks.deletedAtMs))),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(linkedAccounts).where(eq(linkedAccounts.userId, userId)),
    db.delete(passwordResets).where(eq(passwordResets.userId, userId)),
    db.delete(favorites).where(eq(favorites.userId, userId)),
    db.delete(invites).where(eq(invites.createdBy, userId)),
    db.delete(attempts).where(sql`instr(${attempts.key}, ${userId}) > 0`),
    markAvatarOrphaned(db, userId, nowMs),
    ...(farewell ? [insertMailWhere(db, farewell, isThere)] : []),
    db.update(users).set(gone).where(eq(users.id, userId)),
  ]);
  return handed;
}

const ownerOfMembership = sql`(select owner_id from rooms where rooms.id = ${members.roomId})`;

/** Accounts that were marked before that and are still there, the oldest mark first. */
export async function listDeletedUsers(db: Db, beforeMs: number, limit: number): Promise<readonly UserId[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deletedAtMs), lt(users.deletedAtMs, beforeMs)))
    .orderBy(asc(users.deletedAtMs))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Rooms of theirs that are being removed. */
export async function listRoomsToRemove(db: Db, userId: UserId): Promise<readonly RoomId[]> {
  const rows = await db
    .select({ id: rooms.id })
    .from(rooms)
    .where(and(eq(rooms.ownerId, userId), isNotNull(rooms.deletedAtMs)));
  return rows.map(({ id }) => id);
}

export type MemberWithRoom = RoomWithOwner & { readonly role: Role };

/** Rooms in which they are anything, and as what. */
export async function listMemberships(db: Db, userId: UserId): Promise<readonly MemberWithRoom[]> {
  return db
    .select({ room: rooms, owner: personColumns, role: members.role })
    .from(members)
    .innerJoin(rooms, eq(rooms.id, members.roomId))
    .innerJoin(users, eq(users.id, rooms.ownerId))
    .where(and(eq(members.userId, userId), isNull(rooms.deletedAtMs)));
}

/** Rooms that hold a track of theirs. */
export async function listRoomsWithTracksOf(db: Db, userId: UserId): Promise<readonly RoomWithOwner[]> {
  const isHolding = sql`${rooms.id} in (select held.room_id from ${tracks}
    join room_tracks as held on held.track_id = ${tracks.id} where ${tracks.uploadedBy} = ${userId})`;
  return db
    .select({ room: rooms, owner: personColumns })
    .from(rooms)
    .innerJoin(users, eq(users.id, rooms.ownerId))
    .where(and(isHolding, isNull(rooms.deletedAtMs)));
}

/** Those of the room's tracks that are theirs. */
export async function listTracksIn(db: Db, roomId: RoomId, userId: UserId): Promise<readonly TrackId[]> {
  const rows = await db
    .select({ id: tracks.id })
    .from(roomTracks)
    .innerJoin(tracks, eq(tracks.id, roomTracks.trackId))
    .where(and(eq(roomTracks.roomId, roomId), eq(tracks.uploadedBy, userId)));
  return rows.map(({ id }) => id);
}

/** Tracks of theirs that were marked before that. */
export async function listMarkedTracksOf(
  db: Db,
  userId: UserId,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<readonly TrackId[]> {
  const rows = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.uploadedBy, userId), lt(tracks.deletedAtMs, beforeMs)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function listUploadsOf(db: Db, userId: UserId, limit: number): Promise<readonly UploadRow[]> {
  return db.select().from(uploads).where(eq(uploads.userId, userId)).limit(limit);
}

/** Takes the row of a marked account, if nothing refers to it any more but what goes with it unseen. */
export async function deleteUser(db: Db, userId: UserId): Promise<boolean> {
  const isReferred = sql`(exists (select 1 from ${members} where ${members.userId} = ${userId})
    or exists (select 1 from ${rooms} where ${rooms.ownerId} = ${userId})
    or exists (select 1 from ${uploads} where ${uploads.userId} = ${userId})
    or exists (select 1 from ${tracks} where ${tracks.uploadedBy} = ${userId}))`;
  const gone = await db
    .delete(users)
    .where(and(eq(users.id, userId), isNotNull(users.deletedAtMs), sql`not ${isReferred}`))
    .returning({ id: users.id });
  return gone.length > 0;
}
