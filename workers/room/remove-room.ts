import type { RoomId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { deleteRoom, markRoomDeleted } from "#db/queries/rooms.ts";
import { listRoomUploads } from "#db/queries/uploads.ts";
import { lobbyObject } from "../lobby/lobby-stub.ts";
import { discardUpload } from "../media/discard-upload.ts";
import { roomObject } from "./room-stub.ts";

const UPLOADS_AT_ONCE = 50;

/**
 * Removes a room for good. Nobody finds it from the first step on; files on their way into it are given up with their
 * bytes before its row, which still knows of them if that fails, and the sweep goes on where this was cut off.
 */
export async function removeRoom(
  env: Env,
  db: Db,
  { roomId, nowMs }: { readonly roomId: RoomId; readonly nowMs: number },
): Promise<void> {
  await markRoomDeleted(db, roomId, nowMs);
  await roomObject(env, roomId).end();
  await lobbyObject(env).tell({ list: true });
  for (;;) {
    const uploads = await listRoomUploads(db, roomId, UPLOADS_AT_ONCE);
    if (uploads.length === 0) break;
    for (const upload of uploads) await discardUpload(env, db, upload);
  }
  await deleteRoom(db, roomId);
}
