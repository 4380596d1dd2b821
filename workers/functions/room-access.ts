import { type Role, type Standing, standingOf } from "#app/domain/permissions.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { RoomInfo } from "#app/domain/room.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import { findRole, findRoom, type RoomRow } from "#db/queries/rooms.ts";

/** A room that the caller may see, and what they are in it. */
export type RoomAccess = {
  readonly room: RoomRow;
  /** What the room itself is told. */
  readonly info: RoomInfo;
  readonly role: Role | null;
  readonly standing: Standing;
};

/** The one gate to a room, for functions, sockets and uploads alike. A room that may not be seen does not exist. */
export async function accessRoom(db: Db, idOrUrl: string, user: SessionUser | null): Promise<Result<RoomAccess>> {
  const found = await findRoom(db, idOrUrl);
  if (!found) return fail("room-not-found");
  const { room, owner } = found;
  const { id, name, url } = room;
  const role = user ? await findRole(db, id, user.id) : null;
  return ok({ room, info: { id, name, url, owner }, role, standing: standingOf(role, user !== null) });
}
