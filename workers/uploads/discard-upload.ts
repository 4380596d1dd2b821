import type { Db } from "#db/client.ts";
import { findTrack } from "#db/queries/tracks.ts";
import { deleteUpload, markUploadDiscarded, type UploadRow } from "#db/queries/uploads.ts";
import { audioKey, coverKey, seekMapKey } from "#workers/media/object-keys.ts";
import { toCoverId, toTrackId } from "./upload-ids.ts";

/**
 * Deletes an upload that will not become a track: its objects first, so that the row remains for another attempt if R2
 * fails. If the track exists already, only the row is deleted. The mark prevents the track from being made in between.
 */
export async function discardUpload(env: Env, db: Db, upload: UploadRow): Promise<void> {
  const { MEDIA } = env;
  await markUploadDiscarded(db, upload.id, Date.now());
  if (!(await findTrack(db, toTrackId(upload.id)))) {
    const key = audioKey(upload.audioObject);
    if (upload.multipartId !== "") {
      await MEDIA.resumeMultipartUpload(key, upload.multipartId)
        .abort()
        .catch((error) => {
          if (!isNoSuchUpload(error)) throw error;
        });
    }
    await deleteUploadObjects(env, upload);
  }
  await deleteUpload(db, upload.id);
}

/** Deletes the objects of an upload whose multipart upload has been completed or aborted. */
export async function deleteUploadObjects({ MEDIA }: Env, { id, audioObject }: UploadRow): Promise<void> {
  await MEDIA.delete([audioKey(audioObject), seekMapKey(audioObject), coverKey(toCoverId(id))]);
}

/** R2 error 10024: the multipart upload has been completed or aborted already. */
export function isNoSuchUpload(error: unknown): boolean {
  return error instanceof Error && error.message.includes("10024");
}
