import type { RoomId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { deleteRoom, markRoomDeleted } from "#db/queries/rooms.ts";
import { listRoomUploads } from "#db/queries/uploads.ts";
import { logError } from "#workers/http/log-error.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { discardUpload } from "#workers/uploads/discard-upload.ts";

type Removal = {
  readonly roomId: RoomId;
  readonly nowMs: number;
  /** The number of unfinished uploads to discard now. The sweep discards the rest. */
  readonly maxUploads: number;
};

/**
 * Deletes a room for good. It is marked first: from then on it is not found, and the sweep completes a removal that was
 * interrupted. Unfinished uploads are discarded, with their bytes, before the row that refers to them is deleted.
 */
export async function removeRoom(env: Env, db: Db, { roomId, nowMs, maxUploads }: Removal): Promise<void> {
  await markRoomDeleted(db, roomId, nowMs);
  await roomObject(env, roomId).remove();
  for (const upload of await listRoomUploads(db, roomId, maxUploads)) {
    await discardUpload(env, db, upload).catch((error) => logError("room-removal", error, { upload: upload.id }));
  }
  await deleteRoom(db, roomId);
}
