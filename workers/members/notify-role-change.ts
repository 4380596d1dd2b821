import type { RoleChange } from "#app/domain/access/access-changes.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { runToCompletion } from "#workers/http/run-to-completion.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";

/**
 * Notifies the room of roles that are already stored in D1. Continues if the client disconnects. A room that cannot be reached
 * finds the missing change at its next check.
 */
export async function notifyRoleChange(
  context: Pick<SignedInContext, "env" | "waitUntil">,
  metadata: RoomMetadata,
  change: RoleChange,
): Promise<void> {
  await runToCompletion(context, () => roomObject(context.env, metadata.info.id).changeRoles(metadata, change));
}
