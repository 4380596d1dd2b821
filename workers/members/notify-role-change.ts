import type { SignedInContext } from "#workers/functions/define.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";
import type { RoleChange } from "#workers/room-object/connection-access.ts";

/**
 * Tells a room, and the people's own lists, what they have become in it; after D1 knows. It goes on where the caller has
 * hung up; where it fails all the same, the room finds out by itself at its next look.
 */
export async function notifyRoleChange(
  { env, waitUntil }: Pick<SignedInContext, "env" | "waitUntil">,
  metadata: RoomMetadata,
  change: RoleChange,
): Promise<void> {
  const telling = roomObject(env, metadata.info.id).seat(metadata, change);
  waitUntil(telling.catch(() => undefined));
  waitUntil(lobbyObject(env).tell({ mine: change.roles.map(({ userId }) => userId) }));
  await telling;
}
