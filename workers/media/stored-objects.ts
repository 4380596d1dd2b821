import type { ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { findRoomAudio, isRoomCover } from "#db/queries/tracks.ts";
import { audioKey, coverKey, mapKey } from "./object-keys.ts";

/** What may be asked for by address: a track's sound and its seek map, and a cover. */
export type StoredObjectKind = "audio" | "map" | "cover";

/** What a room held a moment ago is believed for so long: a playing device asks for a range every few seconds. */
const BELIEVED_MS = 60_000;
const OBJECTS_KEPT = 5000;

const known = new Map<string, { readonly key: string; readonly untilMs: number }>();

/** The name in R2 of what `id` stands for, if the room holds it. What an id stands for never changes. */
export async function findStoredObject(db: Db, roomId: RoomId, { kind, id }: Asked): Promise<string | null> {
  const name = `${roomId}/${kind}/${id}`;
  const found = known.get(name);
  if (found && found.untilMs > Date.now()) return found.key;
  const key = await look(db, roomId, { kind, id });
  if (key === null) return null;
  if (known.size >= OBJECTS_KEPT) known.clear();
  known.set(name, { key, untilMs: Date.now() + BELIEVED_MS });
  return key;
}

type Asked = { readonly kind: StoredObjectKind; readonly id: ObjectId & TrackId };

async function look(db: Db, roomId: RoomId, { kind, id }: Asked): Promise<string | null> {
  if (kind === "cover") return (await isRoomCover(db, roomId, id)) ? coverKey(id) : null;
  const audio = await findRoomAudio(db, roomId, id);
  if (!audio) return null;
  return kind === "audio" ? audioKey(audio) : mapKey(audio);
}
