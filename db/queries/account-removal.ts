import { and, asc, count, countDistinct, eq, isNotNull, isNull, lt, ne, not, type SQL, sql } from "drizzle-orm";
import type { Epochs } from "#app/domain/access/access-epochs.ts";
import type { Role } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import type { Db } from "#db/client.ts";
import { linkedAccounts, passwordResets } from "#db/schema/accounts.ts";
import { changes } from "#db/schema/changes.ts";
import { connectionSecrets, connections, importBatches } from "#db/schema/imports.ts";
import { attempts, favorites, invites, members, roomContributors, rooms, sessions, users } from "#db/schema/rooms.ts";
import { roomTracks, savedTracks, tracks, uploads } from "#db/schema/tracks.ts";
import { countReturnedEditions, editionReturn, isReturnedEdition } from "./edition-return.ts";
import { deleteListening } from "./listening.ts";
import { insertMailWhere, type MailRow } from "./mails.ts";
import { NO_PROMOTION } from "./members.ts";
import { markAvatarOrphaned } from "./profile.ts";
import { personColumns, type RoomRow, type RoomWithOwner, selectRoomsWithOwner } from "./rooms.ts";
import type { UploadRow } from "./uploads.ts";

// Removing an account has two steps. `markAccountDeleted` takes effect at once: from then on no query finds the account. The
// sweep then removes what is left, found by the lists below, and deletes the user's row when nothing refers to it.

export type OwnedRoom = Pick<RoomRow, "id" | "name" | "url"> & {
  /** The owner after the removal of the account; null if the room will be removed. */
  readonly newOwner: Person | null;
};

/** The rooms that a user owns, with their future owners. */
export async function listOwnedRooms(db: Db, userId: UserId): Promise<readonly OwnedRoom[]> {
  return db
    .select({ id: rooms.id, name: rooms.name, url: rooms.url, newOwner: personColumns })
    .from(rooms)
    .leftJoin(users, sql`${users.id} = ${newOwnerId}`)
    .where(isOwnRoom(userId))
    .orderBy(asc(rooms.nameKey), asc(rooms.id));
}

export type OwnTrackCounts = {
  /** The tracks that would be deleted. */
  readonly count: number;
  /** Those of them that are in rooms of others. */
  readonly inOthersRooms: number;
  /** The editions that would pass to other people. */
  readonly returned: number;
};

/** The numbers of a user's tracks that removing the account would delete, and of those that it would pass on. */
export async function countOwnTracks(db: Db, userId: UserId): Promise<OwnTrackCounts> {
  const isDeleted = and(eq(tracks.uploadedBy, userId), isNull(tracks.deletedAtMs), not(isReturnedEdition(userId)));
  const [own, inOthersRooms, returned] = await Promise.all([
    db.select({ n: count() }).from(tracks).where(isDeleted).get(),
    db
      .select({ n: countDistinct(tracks.id) })
      .from(tracks)
      .innerJoin(roomTracks, eq(roomTracks.trackId, tracks.id))
      .innerJoin(rooms, eq(rooms.id, roomTracks.roomId))
      .where(and(isDeleted, ne(rooms.ownerId, userId), isNull(rooms.deletedAtMs)))
      .get(),
    countReturnedEditions(db, userId, null),
  ]);
  return { count: own?.n ?? 0, inOthersRooms: inOthersRooms?.n ?? 0, returned };
}

/** A room whose ownership was transferred. Its object is still to be notified. */
export type TransferredRoom = Epochs & { readonly roomId: RoomId; readonly newOwnerId: UserId };

type Deletion = {
  readonly nowMs: number;
  /** The avatar of deleted accounts. */
  readonly avatar: string;
  /** A mail to the owner, stored only if the account was not marked before; null to send none. */
  readonly notice: MailRow | null;
};

/**
 * Marks an account as deleted, in one batch. Its names become free, its rooms pass to their new owners or are marked as
 * deleted, and so are its tracks and uploads. Memberships stay until their rooms have been notified. The call can be
 * repeated, and then also covers what simultaneous requests have created in the meantime.
 */
export async function markAccountDeleted(
  db: Db,
  userId: UserId,
  { nowMs, avatar, notice }: Deletion,
): Promise<readonly TransferredRoom[]> {
  const isNotMarked = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.deletedAtMs} is null)`;
  const [transferred] = await db.batch([
    transferRooms(db, userId),
    ...transferOwnerRoles(db, userId, nowMs),
    ...editionReturn(db, userId, null),
    ...markContentDeleted(db, userId, nowMs),
    ...deleteAccountRows(db, userId),
    markAvatarOrphaned(db, userId, nowMs),
    ...(notice ? [insertMailWhere(db, notice, isNotMarked)] : []),
    anonymizeUser(db, userId, { nowMs, avatar }),
  ]);
  return transferred;
}

function isOwnRoom(userId: UserId): SQL | undefined {
  return and(eq(rooms.ownerId, userId), isNull(rooms.deletedAtMs));
}

/** The admin who has had that role longest. An expression in a statement about `rooms`. */
const newOwnerId = sql`(select admin.user_id from members as admin join users as candidate on candidate.id = admin.user_id
  where admin.room_id = rooms.id and admin.role = 'admin' and admin.user_id <> rooms.owner_id
    and candidate.deleted_at_ms is null
  order by admin.changed_at_ms, admin.created_at_ms, admin.user_id limit 1)`;

/** Sets the new owners of rooms. The empty search key makes the sweep compute one with the new owner's name. */
function transferRooms(db: Db, userId: UserId) {
  const { id: roomId, ownerId, accessEpoch, mediaEpoch } = rooms;
  return db
    .update(rooms)
    .set({ ownerId: sql`${newOwnerId}`, accessEpoch: sql`${rooms.accessEpoch} + 1`, searchKey: "" })
    .where(and(isOwnRoom(userId), sql`${newOwnerId} is not null`))
    .returning({ roomId, newOwnerId: ownerId, accessEpoch, mediaEpoch });
}

/** The owner of a membership's room. An expression in a statement about `members`. */
const roomOwnerId = sql`(select owner_id from rooms where rooms.id = ${members.roomId})`;

/** Makes the new owner's role `owner` and the previous owner's `admin`, in transferred rooms. */
function transferOwnerRoles(db: Db, userId: UserId, nowMs: number) {
  const roomsWithOwnerRole = sql`(select room_id from members where user_id = ${userId} and role = 'owner')`;
  const isPromoted = and(
    sql`${members.roomId} in ${roomsWithOwnerRole}`,
    eq(members.role, "admin"),
    sql`${members.userId} = ${roomOwnerId}`,
  );
  const isDemoted = and(eq(members.userId, userId), eq(members.role, "owner"), sql`${members.userId} <> ${roomOwnerId}`);
  return [
    db
      .update(members)
      .set({ role: "owner", invitedBy: null, changedAtMs: nowMs, ...NO_PROMOTION })
      .where(isPromoted),
    db.update(members).set({ role: "admin", changedAtMs: nowMs }).where(isDemoted),
  ];
}

/** Marks the rooms without a new owner, the uploads and the tracks as deleted. */
function markContentDeleted(db: Db, userId: UserId, nowMs: number) {
  const isOwnUpload = and(eq(uploads.userId, userId), isNull(uploads.discardedAtMs));
  const isOwnTrack = and(eq(tracks.uploadedBy, userId), isNull(tracks.deletedAtMs));
  return [
    db.update(rooms).set({ deletedAtMs: nowMs, visibility: "hidden", activeUsers: 0 }).where(isOwnRoom(userId)),
    db.update(uploads).set({ discardedAtMs: nowMs }).where(isOwnUpload),
    db.update(tracks).set({ deletedAtMs: nowMs }).where(isOwnTrack),
  ];
}

/** Deletes sign-in methods, sessions and everything else that no room has to be notified of. */
function deleteAccountRows(db: Db, userId: UserId) {
  return [
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(linkedAccounts).where(eq(linkedAccounts.userId, userId)),
    db.delete(passwordResets).where(eq(passwordResets.userId, userId)),
    db.delete(favorites).where(eq(favorites.userId, userId)),
    db.delete(savedTracks).where(eq(savedTracks.userId, userId)),
    deleteListening(db, userId),
    db.delete(connectionSecrets).where(eq(connectionSecrets.userId, userId)),
    db.delete(connections).where(eq(connections.userId, userId)),
    db.delete(importBatches).where(eq(importBatches.userId, userId)),
    db.delete(invites).where(eq(invites.createdBy, userId)),
    db.delete(attempts).where(sql`instr(${attempts.key}, ${userId}) > 0`),
  ];
}

/** Removes personal data from the user's row and marks it as deleted. */
function anonymizeUser(db: Db, userId: UserId, { nowMs, avatar }: Pick<Deletion, "nowMs" | "avatar">) {
  const placeholder = `deleted-${userId}`;
  const key = normalize(placeholder);
  return db
    .update(users)
    .set({
      name: "",
      username: placeholder,
      usernameKey: key,
      email: placeholder,
      emailKey: key,
      avatar,
      passwordHash: null,
      superAdmin: false,
      isEmailShown: false,
      deletedAtMs: nowMs,
    })
    .where(eq(users.id, userId));
}

/** Accounts that were marked as deleted before `beforeMs` and still have a row, longest ago first. */
export async function listDeletedUsers(db: Db, beforeMs: number, limit: number): Promise<readonly UserId[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deletedAtMs), lt(users.deletedAtMs, beforeMs)))
    .orderBy(asc(users.deletedAtMs))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The user's rooms that are marked as deleted. */
export async function listRoomsToRemove(db: Db, userId: UserId): Promise<readonly RoomId[]> {
  const rows = await db
    .select({ id: rooms.id })
    .from(rooms)
    .where(and(eq(rooms.ownerId, userId), isNotNull(rooms.deletedAtMs)));
  return rows.map(({ id }) => id);
}

export type MemberWithRoom = RoomWithOwner & { readonly role: Role };

/** The rooms in which the user has a role. */
export async function listMemberships(db: Db, userId: UserId): Promise<readonly MemberWithRoom[]> {
  return db
    .select({ room: rooms, owner: personColumns, role: members.role })
    .from(members)
    .innerJoin(rooms, eq(rooms.id, members.roomId))
    .innerJoin(users, eq(users.id, rooms.ownerId))
    .where(and(eq(members.userId, userId), isNull(rooms.deletedAtMs)));
}

/** The rooms that contain a track of the user. */
export async function listRoomsWithUserTracks(db: Db, userId: UserId): Promise<readonly RoomWithOwner[]> {
  const hasTrack = sql`${rooms.id} in (select entry.room_id from ${tracks}
    join room_tracks as entry on entry.track_id = ${tracks.id} where ${tracks.uploadedBy} = ${userId})`;
  return selectRoomsWithOwner(db).where(and(hasTrack, isNull(rooms.deletedAtMs)));
}

/** The user's tracks in a room. */
export async function listUserTracksInRoom(db: Db, roomId: RoomId, userId: UserId): Promise<readonly TrackId[]> {
  const rows = await db
    .select({ id: tracks.id })
    .from(roomTracks)
    .innerJoin(tracks, eq(tracks.id, roomTracks.trackId))
    .where(and(eq(roomTracks.roomId, roomId), eq(tracks.uploadedBy, userId)));
  return rows.map(({ id }) => id);
}

/** The user's tracks that were marked as deleted before `beforeMs`. */
export async function listDeletedUserTracks(
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

export async function listUserUploads(db: Db, userId: UserId, limit: number): Promise<readonly UploadRow[]> {
  return db.select().from(uploads).where(eq(uploads.userId, userId)).limit(limit);
}

/** Deletes the row of a marked account. False if memberships, contributions, rooms, uploads or tracks still refer to it. */
export async function deleteUser(db: Db, userId: UserId): Promise<boolean> {
  const isReferenced = sql`(exists (select 1 from ${members} where ${members.userId} = ${userId})
    or exists (select 1 from ${roomContributors} where ${roomContributors.userId} = ${userId})
    or exists (select 1 from ${rooms} where ${rooms.ownerId} = ${userId})
    or exists (select 1 from ${uploads} where ${uploads.userId} = ${userId})
    or exists (select 1 from ${tracks} where ${tracks.uploadedBy} = ${userId}))`;
  const [deleted] = await db.batch([
    db
      .delete(users)
      .where(and(eq(users.id, userId), isNotNull(users.deletedAtMs), sql`not ${isReferenced}`))
      .returning({ id: users.id }),
    eraseFromLog(db, userId),
  ]);
  return deleted.length > 0;
}

/** Empties the entries of the change log that mention a user who has no row any more. */
function eraseFromLog(db: Db, userId: UserId) {
  const text = sql`${changes.rowKey} || ${changes.keys} || coalesce(${changes.before}, '')`;
  const isGone = sql`not exists (select 1 from ${users} where ${users.id} = ${userId})`;
  return db
    .update(changes)
    .set({ rowKey: "[]", keys: "[]", before: null })
    .where(and(sql`instr(${text}, ${userId}) > 0`, isGone));
}
