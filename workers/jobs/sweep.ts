import { limits } from "#app/domain/limits.ts";
import { openDb } from "#db/client.ts";
import { deleteOldAttempts } from "#db/queries/attempts.ts";
import { deleteExpiredInvites } from "#db/queries/invites.ts";
import { deleteExpiredRoomTokens } from "#db/queries/room-tokens.ts";
import { forgetStalePresence, listDeletedRooms } from "#db/queries/rooms.ts";
import { deleteExpiredSessions } from "#db/queries/sessions.ts";
import { listAbandonedUploads } from "#db/queries/uploads.ts";
import { logFault } from "../http/log.ts";
import { discardUpload } from "../media/discard-upload.ts";
import { removeRoom } from "../room/remove-room.ts";

/** Uploads looked at in one run; the rest waits for the next. */
const UPLOADS_AT_ONCE = 100;
const ROOMS_AT_ONCE = 20;
/** A removal that is older than this was cut off. */
const REMOVAL_TAKES_MS = 5 * 60_000;
const ATTEMPTS_KEPT_MS = 24 * 60 * 60_000;

/** Every five minutes (§9), removes what nobody will come back for, and finishes what was cut off. */
export async function sweep(env: Env, nowMs: number): Promise<void> {
  const db = openDb(env.DB);
  await deleteOldAttempts(db, nowMs - ATTEMPTS_KEPT_MS);
  await deleteExpiredSessions(db, nowMs);
  await deleteExpiredRoomTokens(db, nowMs);
  await deleteExpiredInvites(db, nowMs);
  await forgetStalePresence(db, nowMs - limits.presenceBelievedMs);
  for (const roomId of await listDeletedRooms(db, nowMs - REMOVAL_TAKES_MS, ROOMS_AT_ONCE)) {
    await removeRoom(env, db, { roomId, nowMs }).catch((error) => logFault("sweep", error, { room: roomId }));
  }
  for (const upload of await listAbandonedUploads(db, nowMs - limits.uploadAbandonedAfterMs, UPLOADS_AT_ONCE)) {
    await discardUpload(env, db, upload).catch((error) => logFault("sweep", error, { upload: upload.id }));
  }
}
