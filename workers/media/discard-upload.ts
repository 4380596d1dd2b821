import type { Db } from "#db/client.ts";
import { findTrack } from "#db/queries/tracks.ts";
import { deleteUpload, markDiscarded, type UploadRow } from "#db/queries/uploads.ts";
import { audioKey, coverKey, mapKey } from "./keys.ts";
import { trackIdOf } from "./track-of-upload.ts";

/**
 * Removes all of a file that will not become a track: its bytes before its row, which still knows of them if that fails.
 * Where the track exists already, only the row is left to go; once it is marked, none can come to exist.
 */
export async function discardUpload(env: Env, db: Db, upload: UploadRow): Promise<void> {
  const { MEDIA } = env;
  await markDiscarded(db, upload.id, Date.now());
  if (!(await findTrack(db, trackIdOf(upload.id)))) {
    const key = audioKey(upload.audioObject);
    // already joined or already gone: then there is nothing to abort
    await MEDIA.resumeMultipartUpload(key, upload.multipartId)
      .abort()
      .catch(() => undefined);
    await MEDIA.delete([key, mapKey(upload.audioObject), ...(upload.coverObject ? [coverKey(upload.coverObject)] : [])]);
  }
  await deleteUpload(db, upload.id);
}
