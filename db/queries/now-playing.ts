import { eq, type SQL, sql } from "drizzle-orm";
import type { Role } from "#app/domain/access/permissions.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { NowPlaying } from "#app/domain/room/now-playing.ts";
import { canSeeNowPlaying } from "#app/domain/room/now-playing-publication.ts";
import { toSearchKey } from "#app/domain/text/search-key.ts";
import type { Db } from "#db/client.ts";
import { nowPlaying, rooms } from "#db/schema/rooms.ts";
import { isMemberOfRoom } from "./members.ts";
import type { RoomRow } from "./rooms.ts";

type Publication = { readonly roomId: RoomId; readonly track: NowPlaying | null; readonly updatedAtMs: number };

/** Stores the track that a room plays. A track of null deletes the stored one. Throws if the room does not exist. */
export async function saveNowPlaying(db: Db, { roomId, track, updatedAtMs }: Publication): Promise<void> {
  if (!track) {
    await db.delete(nowPlaying).where(eq(nowPlaying.roomId, roomId));
    return;
  }
  const { title, artist } = track;
  const row = { title, artist, searchKey: toSearchKey(title, artist), updatedAtMs };
  await db
    .insert(nowPlaying)
    .values({ roomId, ...row })
    .onConflictDoUpdate({ target: nowPlaying.roomId, set: row });
}

/** Whether a person with this role may see what a room plays (NP3). */
export function canSeeTrack({ visibility, passwordHash }: RoomRow, role: Role | null): boolean {
  return canSeeNowPlaying({ visibility, hasPassword: passwordHash !== null }, role);
}

/** A condition on `rooms`: the room plays a track with this word, and the person may see that (NP3). */
export function isPlayingWord(word: string, viewerId: UserId): SQL {
  const isOpen = sql`${rooms.visibility} = 'public' and ${rooms.passwordHash} is null`;
  const isPlaying = sql`${rooms.id} in (select room_id from now_playing where instr(search_key, ${word}) > 0)`;
  return sql`(${isPlaying} and ((${isOpen}) or ${isMemberOfRoom(viewerId)}))`;
}
