import { and, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { listeningLimits, type PresentSince } from "#app/domain/room/listening.ts";
import type { NowPlaying } from "#app/domain/room/now-playing.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { listening } from "#db/schema/listening.ts";
import { nowPlaying, rooms, users } from "#db/schema/rooms.ts";
import { jsonList } from "./json-list.ts";
import type { RoomRow } from "./rooms.ts";

const NO_ROOM = { roomId: null, joinedAtMs: 0, seenAtMs: 0 } as const;

/** Whether a person shows others where they listen. */
export async function isListeningShown(db: Db, userId: UserId): Promise<boolean> {
  const row = await db.select({ id: listening.userId }).from(listening).where(eq(listening.userId, userId)).get();
  noteRead(db, "listening", "user_id", userId);
  return row !== undefined;
}

/** Begins or ends to show where a person listens. No effect for a deleted account. */
export async function setListeningShown(db: Db, userId: UserId, isShown: boolean): Promise<void> {
  if (!isShown) {
    await deleteListening(db, userId);
    return;
  }
  const account = db
    .select({ userId: users.id, roomId: sql`null`.as("room_id"), joinedAtMs: sql`0`.as("joined"), seenAtMs: sql`0`.as("seen") })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAtMs)));
  await db.insert(listening).select(account).onConflictDoNothing();
}

/** A statement that ends to show where a person listens. */
export function deleteListening(db: Db, userId: UserId) {
  return db.delete(listening).where(eq(listening.userId, userId));
}

type Presence = { readonly roomId: RoomId; readonly present: PresentSince; readonly nowMs: number };

/**
 * Stores that people listen in a room. A room that a person joined later stays stored, unless it has expired.
 * @returns the people who show where they listen, and whose room is now this one
 */
export async function saveListening(db: Db, { roomId, present, nowMs }: Presence): Promise<readonly UserId[]> {
  const expiredBeforeMs = nowMs - listeningLimits.expiresMs;
  const rows = await db.all<{ user_id: UserId }>(sql`
    update listening set room_id = ${roomId}, joined_at_ms = present.joined_at_ms, seen_at_ms = ${nowMs}
    from (select value ->> 0 as user_id, value ->> 1 as joined_at_ms from json_each(${JSON.stringify([...present])})) as present
    where listening.user_id = present.user_id and (listening.room_id is null or listening.room_id = ${roomId}
      or listening.joined_at_ms <= present.joined_at_ms or listening.seen_at_ms < ${expiredBeforeMs})
    returning listening.user_id`);
  return rows.map((row) => row.user_id);
}

/** Stores that people no longer listen in a room. */
export async function clearListening(db: Db, roomId: RoomId, userIds: readonly UserId[]): Promise<void> {
  const isHere = and(eq(listening.roomId, roomId), sql`${listening.userId} in ${jsonList(userIds)}`);
  await db.update(listening).set(NO_ROOM).where(isHere);
}

/** Removes the rooms that were not written again for long. */
export async function clearStaleListening(db: Db, nowMs: number): Promise<void> {
  const isStale = and(isNotNull(listening.roomId), lt(listening.seenAtMs, nowMs - listeningLimits.expiresMs));
  await db.update(listening).set(NO_ROOM).where(isStale);
}

export type Listening = {
  readonly room: RoomRow;
  /** Null while the room plays nothing. */
  readonly track: NowPlaying | null;
};

/** Where a person listens. Null if they do not show it, or are in no room. The caller checks who may see it. */
export async function findListening(db: Db, userId: UserId, nowMs: number): Promise<Listening | null> {
  const row = await db
    .select({ room: rooms, title: nowPlaying.title, artist: nowPlaying.artist })
    .from(listening)
    .innerJoin(users, eq(users.id, listening.userId))
    .innerJoin(rooms, eq(rooms.id, listening.roomId))
    .leftJoin(nowPlaying, eq(nowPlaying.roomId, rooms.id))
    .where(
      and(
        eq(listening.userId, userId),
        gt(listening.seenAtMs, nowMs - listeningLimits.expiresMs),
        isNull(users.deletedAtMs),
        isNull(rooms.deletedAtMs),
      ),
    )
    .get();
  const roomIds = row ? row.room.id : [];
  noteRead(db, "listening", "user_id", userId);
  noteRead(db, "users", "id", userId);
  noteRead(db, "rooms", "id", roomIds);
  noteRead(db, "now_playing", "room_id", roomIds);
  if (!row) return null;
  const { room, title, artist } = row;
  return { room, track: title === null ? null : { title, artist: artist ?? "" } };
}
