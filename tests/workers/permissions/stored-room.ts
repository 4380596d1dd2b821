import { env, runInDurableObject } from "cloudflare:test";
import type { RoomId } from "#app/domain/ids.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Room } from "#workers/room-object/room-object.ts";
import { type SeededRoom, staleMetadata } from "./seeded-room.ts";

/** The state, the chat and the reactions that the room object has, without the time, which always changes. Null for a removed room. */
export function readRoomState({ id, info }: SeededRoom) {
  // inside of the object, because the answers to calls are copied
  return runInDurableObject(roomObject(env, id), async (object: Room, { storage }) => {
    const snapshot = await object.getState(staleMetadata(info));
    const latest = { kind: "before", seq: Number.MAX_SAFE_INTEGER, limit: 50 } as const;
    const page = await object.listChat(staleMetadata(info), latest, { canModerate: true });
    if (!snapshot.ok || !page.ok) return null;
    const { revision, state } = snapshot.value;
    const reactions = storage.sql.exec("SELECT track_id, marks FROM reactions ORDER BY track_id").toArray();
    return { revision, state, chat: page.value, reactions };
  });
}

const ROOM_QUERIES = [
  "SELECT id, name, description, url, visibility, password_hash, guests_may_control, guests_may_add, owner_id, access_epoch, media_epoch, deleted_at_ms FROM rooms WHERE id = ?",
  "SELECT user_id, role, invited_by, created_at_ms, changed_at_ms, promotion FROM members WHERE room_id = ? ORDER BY user_id",
  "SELECT user_id FROM favorites WHERE room_id = ? ORDER BY user_id",
  "SELECT token_hash, session_id, expires_at_ms FROM room_tokens WHERE room_id = ? ORDER BY token_hash",
  "SELECT * FROM invites WHERE room_id = ? ORDER BY id",
  "SELECT * FROM uploads WHERE room_id = ? ORDER BY id",
  "SELECT p.* FROM upload_parts p JOIN uploads u ON u.id = p.upload_id WHERE u.room_id = ? ORDER BY p.upload_id, p.number",
  "SELECT * FROM import_batches WHERE room_id = ? ORDER BY id",
  "SELECT i.* FROM import_items i JOIN import_batches b ON b.id = i.batch_id WHERE b.room_id = ? ORDER BY i.id",
  "SELECT track_id FROM room_tracks WHERE room_id = ? ORDER BY track_id",
];
const TOTALS_QUERY = `SELECT (SELECT count(*) FROM rooms) AS rooms, (SELECT count(*) FROM tracks) AS tracks,
  (SELECT count(*) FROM saved_tracks) AS saved_tracks`;

/** All rows of a room in D1, and the total number of rooms, tracks and saved tracks. */
export async function readRoomRows(id: RoomId): Promise<readonly unknown[]> {
  const queries = [...ROOM_QUERIES.map((sql) => env.DB.prepare(sql).bind(id)), env.DB.prepare(TOTALS_QUERY)];
  return (await env.DB.batch(queries)).map(({ results }) => results);
}
