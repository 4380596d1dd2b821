import type { RoleChange } from "#app/domain/access/access-changes.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { notifyRoom } from "#workers/room-client/notify-room.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";

/** Notifies the room of roles that are already stored in D1. Continues if the client disconnects. */
export async function notifyRoleChange(
  context: Pick<SignedInContext, "env" | "waitUntil">,
  metadata: RoomMetadata,
  change: RoleChange,
): Promise<void> {
  await notifyRoom(context, { metadata, epochs: change.epochs }, (room) => room.changeRoles(metadata, change));
}
