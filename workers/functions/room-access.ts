import { type Role, type Standing, standingOf } from "#app/domain/permissions.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { RoomInfo } from "#app/domain/room.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import { findRole, findRoom, type RoomRow } from "#db/queries/rooms.ts";

/** A room that the caller may see, and what they are in it. */
export type RoomAccess = { readonly room: RoomRow; readonly role: Role | null; readonly standing: Standing };

/** The one gate to a room, for functions, sockets and uploads alike. A room that may not be seen does not exist. */
export async function accessRoom(db: Db, idOrUrl: string, user: SessionUser | null): Promise<Result<RoomAccess>> {
  const room = await findRoom(db, idOrUrl);
  if (!room) return fail("room-not-found");
  const role = user ? await findRole(db, room.id, user.id) : null;
  return ok({ room, role, standing: standingOf(role, user !== null) });
}

export function roomInfo({ id, name, url, ownerId }: RoomRow): RoomInfo {
  return { id, name, url, ownerId };
}
