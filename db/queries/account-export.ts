import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Role } from "#app/domain/access/permissions.ts";
import type { ImportItemId, InviteId, RoomId, TrackId, UploadId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { importBatches, importItems } from "#db/schema/imports.ts";
import { listening } from "#db/schema/listening.ts";
import { favorites, invites, members, rooms } from "#db/schema/rooms.ts";
import { audio, lyrics, roomTracks, tracks, uploads } from "#db/schema/tracks.ts";
import type { ImportItemRow } from "./imports.ts";
import type { InviteRow } from "./invites.ts";
import { jsonList } from "./json-list.ts";
import { isMemberOfRoom } from "./members.ts";
import type { RoomRow } from "./rooms.ts";
import type { TrackCursor, TrackRow } from "./tracks.ts";
import type { UploadRow } from "./uploads.ts";

// Everything stored about a user, page by page, in an order that does not change while it is read.

export type OwnTrack = {
  readonly track: TrackRow;
  readonly sha256: string | null;
  /** Names of the rooms that contain it, of those that the user may see. */
  readonly rooms: readonly string[];
};

/** Tracks that a user has uploaded, oldest first. */
export async function listTracksToExport(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: TrackCursor | null; readonly limit: number },
): Promise<readonly OwnTrack[]> {
  const isAfter = after ? sql`(${tracks.createdAtMs}, ${tracks.id}) > (${after.createdAtMs}, ${after.id})` : undefined;
  const page = await db
    .select({ track: tracks, sha256: audio.sha256 })
    .from(tracks)
    .leftJoin(audio, eq(audio.id, tracks.audioObject))
    .where(and(eq(tracks.uploadedBy, userId), isNull(tracks.deletedAtMs), isAfter))
    .orderBy(asc(tracks.createdAtMs), asc(tracks.id))
    .limit(limit);
  const trackIds = page.map(({ track }) => track.id);
  const names = await listVisibleRoomNames(db, userId, trackIds);
  return page.map(({ track, sha256 }) => ({ track, sha256, rooms: names.get(track.id) ?? [] }));
}

export type OwnLyrics = Pick<TrackRow, "id" | "title" | "artist" | "createdAtMs" | "lyricsAtMs"> & { readonly text: string };

/** The lyrics of tracks that a user has uploaded, in the order of the tracks. */
export async function listLyricsToExport(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: TrackCursor | null; readonly limit: number },
): Promise<readonly OwnLyrics[]> {
  const { id, title, artist, createdAtMs, lyricsAtMs } = tracks;
  const isAfter = after ? sql`(${createdAtMs}, ${id}) > (${after.createdAtMs}, ${after.id})` : undefined;
  return db
    .select({ id, title, artist, createdAtMs, lyricsAtMs, text: lyrics.text })
    .from(tracks)
    .innerJoin(lyrics, eq(lyrics.trackId, id))
    .where(and(eq(tracks.uploadedBy, userId), isNull(tracks.deletedAtMs), isAfter))
    .orderBy(asc(createdAtMs), asc(id))
    .limit(limit);
}

/** The names of the rooms that contain each track, of those that the user may see. */
async function listVisibleRoomNames(
  db: Db,
  userId: UserId,
  ids: readonly TrackId[],
): Promise<ReadonlyMap<TrackId, readonly string[]>> {
  const rows = await db
    .select({ id: roomTracks.trackId, name: rooms.name })
    .from(roomTracks)
    .innerJoin(rooms, eq(rooms.id, roomTracks.roomId))
    .where(and(sql`${roomTracks.trackId} in ${jsonList(ids)}`, isVisibleTo(userId)))
    .orderBy(asc(rooms.nameKey), asc(rooms.id));
  const names = new Map<TrackId, string[]>();
  for (const { id, name } of rows) names.set(id, [...(names.get(id) ?? []), name]);
  return names;
}

/** A condition on `rooms`: public, or the user is a member. */
function isVisibleTo(userId: UserId): SQL | undefined {
  return and(isNull(rooms.deletedAtMs), or(eq(rooms.visibility, "public"), isMemberOfRoom(userId)));
}

export type RelatedRoom = {
  readonly room: RoomRow;
  readonly role: Role | null;
  /** When the role was given, requested or rejected. */
  readonly sinceMs: number | null;
  readonly isFavorite: boolean;
};

/** Rooms in which the user has a role, and favorites. */
export async function listRoomsToExport(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: RoomId | null; readonly limit: number },
): Promise<readonly RelatedRoom[]> {
  const related = db
    .select({ id: members.roomId })
    .from(members)
    .where(eq(members.userId, userId))
    .union(db.select({ id: favorites.roomId }).from(favorites).where(eq(favorites.userId, userId)));
  const rows = await db
    .select({
      room: rooms,
      role: members.role,
      changedAtMs: members.changedAtMs,
      createdAtMs: members.createdAtMs,
      favoriteId: favorites.roomId,
    })
    .from(rooms)
    .leftJoin(members, and(eq(members.roomId, rooms.id), eq(members.userId, userId)))
    .leftJoin(favorites, and(eq(favorites.roomId, rooms.id), eq(favorites.userId, userId)))
    .where(and(inArray(rooms.id, related), isNull(rooms.deletedAtMs), after ? gt(rooms.id, after) : undefined))
    .orderBy(asc(rooms.id))
    .limit(limit);
  return rows.map(({ room, role, changedAtMs, createdAtMs, favoriteId }) => {
    return { room, role, sinceMs: changedAtMs || createdAtMs, isFavorite: favoriteId !== null };
  });
}

/** A row that belongs to a room. `room` is its name; null if the user may not see the room. */
export type RowInRoom<Row> = { readonly row: Row; readonly room: string | null };

/** Uploads in progress. */
export async function listUploadsToExport(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: UploadId | null; readonly limit: number },
): Promise<readonly RowInRoom<UploadRow>[]> {
  return db
    .select({ row: uploads, room: rooms.name })
    .from(uploads)
    .leftJoin(rooms, and(eq(rooms.id, uploads.roomId), isVisibleTo(userId)))
    .where(and(eq(uploads.userId, userId), isNull(uploads.discardedAtMs), after ? gt(uploads.id, after) : undefined))
    .orderBy(asc(uploads.id))
    .limit(limit);
}

export type ImportToExport = RowInRoom<ImportItemRow> & { readonly createdAtMs: number };

/** Imports from music services, track by track. */
export async function listImportsToExport(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: ImportItemId | null; readonly limit: number },
): Promise<readonly ImportToExport[]> {
  return db
    .select({ row: importItems, createdAtMs: importBatches.createdAtMs, room: rooms.name })
    .from(importItems)
    .innerJoin(importBatches, eq(importBatches.id, importItems.batchId))
    .leftJoin(rooms, and(eq(rooms.id, importBatches.roomId), isVisibleTo(userId)))
    .where(and(eq(importBatches.userId, userId), after ? gt(importItems.id, after) : undefined))
    .orderBy(asc(importItems.id))
    .limit(limit);
}

/** Invites that the user has created. */
export async function listInvitesToExport(
  db: Db,
  userId: UserId,
  { after, limit }: { readonly after: InviteId | null; readonly limit: number },
): Promise<readonly RowInRoom<InviteRow>[]> {
  return db
    .select({ row: invites, room: rooms.name })
    .from(invites)
    .leftJoin(rooms, and(eq(rooms.id, invites.roomId), isVisibleTo(userId)))
    .where(and(eq(invites.createdBy, userId), after ? gt(invites.id, after) : undefined))
    .orderBy(asc(invites.id))
    .limit(limit);
}

/** Whether and where the user shows that they listen. Null if they do not. */
export async function findListeningToExport(
  db: Db,
  userId: UserId,
): Promise<{ readonly room: string | null; readonly joinedAtMs: number } | null> {
  const row = await db
    .select({ room: rooms.name, joinedAtMs: listening.joinedAtMs })
    .from(listening)
    .leftJoin(rooms, and(eq(rooms.id, listening.roomId), isVisibleTo(userId)))
    .where(eq(listening.userId, userId))
    .get();
  return row ?? null;
}
