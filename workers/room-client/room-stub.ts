import type { RoomId } from "#app/domain/ids.ts";
import type { Room } from "#workers/room-object/room-object.ts";

/** The room's Durable Object. Calls to it are RPC. */
export function roomObject(env: Env, roomId: RoomId): DurableObjectStub<Room> {
  return env.ROOM.get(env.ROOM.idFromName(roomId));
}
