import type { RoleChange } from "#app/domain/access/access-changes.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";

/**
 * Notifies the room and the affected users' room lists of roles that are already stored in D1. Continues if the client
 * disconnects. A room that cannot be reached finds the missing change at its next check.
 */
export async function notifyRoleChange(
  { env, waitUntil }: Pick<SignedInContext, "env" | "waitUntil">,
  metadata: RoomMetadata,
  change: RoleChange,
): Promise<void> {
  const notifying = roomObject(env, metadata.info.id).changeRoles(metadata, change);
  waitUntil(notifying.catch(() => undefined));
  waitUntil(lobbyObject(env).notify({ mine: change.roles.map(({ userId }) => userId) }));
  await notifying;
}
