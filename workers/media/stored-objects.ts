import type { ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { findRoomAudio, isRoomCover } from "#db/queries/tracks.ts";
import { audioKey, coverKey, seekMapKey } from "./object-keys.ts";

/**
 * The kinds of stored objects that a room's media URLs identify: the audio and the seek map by the track's id, a cover by
 * its own id.
 */
export type StoredObjectKind = "audio" | "map" | "cover";

/** How long a found object is cached: a playing device requests a range of it every few seconds. */
const CACHE_MS = 60_000;
const CACHED_OBJECTS_MAX = 5000;

const cachedKeys = new Map<string, { readonly key: string; readonly untilMs: number }>();

type ObjectName = { readonly kind: StoredObjectKind; readonly id: ObjectId & TrackId };

/** The R2 key of an object of the room's tracks. Null if no track of the room has it. */
export async function findStoredObject(db: Db, roomId: RoomId, { kind, id }: ObjectName): Promise<string | null> {
  const name = `${roomId}/${kind}/${id}`;
  const cached = cachedKeys.get(name);
  if (cached && cached.untilMs > Date.now()) return cached.key;
  const key = await queryKey(db, roomId, { kind, id });
  if (key === null) return null;
  if (cachedKeys.size >= CACHED_OBJECTS_MAX) cachedKeys.clear();
  cachedKeys.set(name, { key, untilMs: Date.now() + CACHE_MS });
  return key;
}

async function queryKey(db: Db, roomId: RoomId, { kind, id }: ObjectName): Promise<string | null> {
  if (kind === "cover") return (await isRoomCover(db, roomId, id)) ? coverKey(id) : null;
  const audioObject = await findRoomAudio(db, roomId, id);
  if (!audioObject) return null;
  return kind === "audio" ? audioKey(audioObject) : seekMapKey(audioObject);
}
