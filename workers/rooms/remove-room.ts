import type { RoomId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { deleteRoom, markRoomDeleted } from "#db/queries/rooms.ts";
import { listRoomUploads } from "#db/queries/uploads.ts";
import { logError } from "#workers/http/log-error.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { discardUpload } from "#workers/uploads/discard-upload.ts";

type Removal = {
  readonly roomId: RoomId;
  readonly nowMs: number;
  /** How many files on their way into it are discarded at once. */
  readonly uploadsAtMost: number;
};

/**
 * Removes a room for good. Nobody finds it from the first step on; files on their way into it are given up with their
 * bytes before its row, which still knows of them. The sweep discards those that are too many, and goes on where this was
 * cut off.
 */
export async function removeRoom(env: Env, db: Db, { roomId, nowMs, uploadsAtMost }: Removal): Promise<void> {
  await markRoomDeleted(db, roomId, nowMs);
  await roomObject(env, roomId).end();
  await lobbyObject(env).tell({ list: true });
  for (const upload of await listRoomUploads(db, roomId, uploadsAtMost)) {
    await discardUpload(env, db, upload).catch((error) => logError("room-removal", error, { upload: upload.id }));
  }
  await deleteRoom(db, roomId);
}
