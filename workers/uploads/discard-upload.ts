import type { Db } from "#db/client.ts";
import { findTrack } from "#db/queries/tracks.ts";
import { deleteUpload, markDiscarded, type UploadRow } from "#db/queries/uploads.ts";
import { audioKey, coverKey, mapKey } from "#workers/media/object-keys.ts";
import { coverOf, trackIdOf } from "./upload-ids.ts";

/**
 * Removes all of a file that will not become a track: its bytes before its row, which still knows of them if that fails.
 * Where the track exists already, only the row is left to go; once it is marked, none can come to exist.
 */
export async function discardUpload(env: Env, db: Db, upload: UploadRow): Promise<void> {
  const { MEDIA } = env;
  await markDiscarded(db, upload.id, Date.now());
  if (!(await findTrack(db, trackIdOf(upload.id)))) {
    const key = audioKey(upload.audioObject);
    if (upload.multipartId !== "") {
      await MEDIA.resumeMultipartUpload(key, upload.multipartId)
        .abort()
        .catch((error) => {
          if (!isNoSuchUpload(error)) throw error;
        });
    }
    await deleteBytes(env, upload);
  }
  await deleteUpload(db, upload.id);
}

/** What is stored of an upload once its parts are joined or given up. */
export async function deleteBytes({ MEDIA }: Env, { id, audioObject }: UploadRow): Promise<void> {
  await MEDIA.delete([audioKey(audioObject), mapKey(audioObject), coverKey(coverOf(id))]);
}

/** It is joined already, or gone already (R2's error 10024): there is nothing to abort. */
function isNoSuchUpload(error: unknown): boolean {
  return error instanceof Error && error.message.includes("10024");
}
