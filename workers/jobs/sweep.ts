import { limits } from "#app/domain/limits.ts";
import { openDb } from "#db/client.ts";
import { deleteOldAttempts } from "#db/queries/attempts.ts";
import { deleteExpiredSessions } from "#db/queries/sessions.ts";
import { listAbandonedUploads } from "#db/queries/uploads.ts";
import { logFault } from "../http/log.ts";
import { discardUpload } from "../media/discard-upload.ts";

/** Uploads looked at in one run; the rest waits for the next. */
const UPLOADS_AT_ONCE = 100;
const ATTEMPTS_KEPT_MS = 24 * 60 * 60_000;

/** Removes what nobody will come back for: unfinished files with their bytes, sessions that are over, old counts of tries. */
export async function sweep(env: Env, nowMs: number): Promise<void> {
  const db = openDb(env.DB);
  await deleteOldAttempts(db, nowMs - ATTEMPTS_KEPT_MS);
  await deleteExpiredSessions(db, nowMs);
  for (const upload of await listAbandonedUploads(db, nowMs - limits.uploadAbandonedAfterMs, UPLOADS_AT_ONCE)) {
    await discardUpload(env, db, upload).catch((error) => logFault("sweep", error, { upload: upload.id }));
  }
}
