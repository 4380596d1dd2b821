import type { RoomId } from "#app/domain/ids.ts";
import type { Room } from "#workers/room-object/room-object.ts";

/** The one object that a room lives in, wherever that is. */
export function roomObject(env: Env, roomId: RoomId): DurableObjectStub<Room> {
  return env.ROOM.get(env.ROOM.idFromName(roomId));
}
