import { and, asc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Role } from "#app/domain/access/permissions.ts";
import type { InviteId, RoomId, TrackId, UploadId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { favorites, invites, members, rooms } from "#db/schema/rooms.ts";
import { audio, roomTracks, tracks, uploads } from "#db/schema/tracks.ts";
import type { InviteRow } from "./invites.ts";
import { MEMBERS } from "./library.ts";
import type { RoomRow } from "./rooms.ts";
import type { TrackRow } from "./tracks.ts";
import type { UploadRow } from "./uploads.ts";

// What is kept of somebody, page by page, in an order that does not change while it is read.

export type OwnTrack = {
  readonly track: TrackRow;
  readonly sha256: string | null;
  /** Names of rooms that hold it, as far as the person may know of them. */
  readonly rooms: readonly string[];
};

export type OwnTracksPlace = { readonly createdAtMs: number; readonly id: TrackId };

/** Tracks that somebody has uploaded, the oldest first. */
export async function listTracksToExport(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: OwnTracksPlace | null; readonly limit: number },
): Promise<readonly OwnTrack[]> {
  const isBehind = after ? sql`(${tracks.createdAtMs}, ${tracks.id}) > (${after.createdAtMs}, ${after.id})` : undefined;
  const page = await db
    .select({ track: tracks, sha256: audio.sha256 })
    .from(tracks)
    .leftJoin(audio, eq(audio.id, tracks.audioObject))
    .where(and(eq(tracks.uploadedBy, userId), isNull(tracks.deletedAtMs), isBehind))
    .orderBy(asc(tracks.createdAtMs), asc(tracks.id))
    .limit(limit);
  const names = await roomNamesOf(
    db,
    userId,
    page.map(({ track }) => track.id),
  );
  return page.map(({ track, sha256 }) => ({ track, sha256, rooms: names.get(track.id) ?? [] }));
}

async function roomNamesOf(db: Db, userId: UserId, ids: readonly TrackId[]): Promise<ReadonlyMap<TrackId, readonly string[]>> {
  const rows = await db
    .select({ id: roomTracks.trackId, name: rooms.name })
    .from(roomTracks)
    .innerJoin(rooms, eq(rooms.id, roomTracks.roomId))
    .where(and(sql`${roomTracks.trackId} in (select value from json_each(${JSON.stringify(ids)}))`, mayBeNamed(userId)))
    .orderBy(asc(rooms.nameKey), asc(rooms.id));
  const names = new Map<TrackId, string[]>();
  for (const { id, name } of rows) names.set(id, [...(names.get(id) ?? []), name]);
  return names;
}

/** Rooms that the person may know of. */
function mayBeNamed(userId: UserId): SQL | undefined {
  return and(isNull(rooms.deletedAtMs), or(eq(rooms.visibility, "public"), isTheirs(userId)));
}

function isTheirs(userId: UserId): SQL {
  const roles = sql.join(
    MEMBERS.map((role) => sql`${role}`),
    sql`, `,
  );
  return sql`${rooms.id} in (select room_id from members where user_id = ${userId} and role in (${roles}))`;
}

export type RelatedRoom = {
  readonly room: RoomRow;
  readonly role: Role | null;
  /** When it was given, asked for or denied. */
  readonly sinceMs: number | null;
  readonly isFavorite: boolean;
};

/** Rooms that somebody has a role in or has marked. */
export async function listRoomsToExport(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: RoomId | null; readonly limit: number },
): Promise<readonly RelatedRoom[]> {
  const isRelated = or(isNotNull(members.role), isNotNull(favorites.roomId));
  const related = db
    .select({ id: members.roomId })
    .from(members)
    .where(eq(members.userId, userId))
    .union(db.select({ id: favorites.roomId }).from(favorites).where(eq(favorites.userId, userId)));
  const rows = await db
    .select({
      room: rooms,
      role: members.role,
      since: members.changedAtMs,
      came: members.createdAtMs,
      marked: favorites.roomId,
    })
    .from(rooms)
    .leftJoin(members, and(eq(members.roomId, rooms.id), eq(members.userId, userId)))
    .leftJoin(favorites, and(eq(favorites.roomId, rooms.id), eq(favorites.userId, userId)))
    .where(and(inArray(rooms.id, related), isNull(rooms.deletedAtMs), isRelated, after ? gt(rooms.id, after) : undefined))
    .orderBy(asc(rooms.id))
    .limit(limit);
  return rows.map(({ room, role, since, came, marked }) => {
    return { room, role, sinceMs: since || came, isFavorite: marked !== null };
  });
}

/** Something of theirs in a room, whose name they may know or not. */
export type InRoom<Row> = { readonly row: Row; readonly room: string | null };

/** Files that are on their way. */
export async function listUploadsToExport(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: UploadId | null; readonly limit: number },
): Promise<readonly InRoom<UploadRow>[]> {
  return db
    .select({ row: uploads, room: rooms.name })
    .from(uploads)
    .leftJoin(rooms, and(eq(rooms.id, uploads.roomId), mayBeNamed(userId)))
    .where(and(eq(uploads.userId, userId), isNull(uploads.discardedAtMs), after ? gt(uploads.id, after) : undefined))
    .orderBy(asc(uploads.id))
    .limit(limit);
}

/** Invitations that they have made. */
export async function listInvitesToExport(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: InviteId | null; readonly limit: number },
): Promise<readonly InRoom<InviteRow>[]> {
  return db
    .select({ row: invites, room: rooms.name })
    .from(invites)
    .leftJoin(rooms, and(eq(rooms.id, invites.roomId), mayBeNamed(userId)))
    .where(and(eq(invites.createdBy, userId), after ? gt(invites.id, after) : undefined))
    .orderBy(asc(invites.id))
    .limit(limit);
}
