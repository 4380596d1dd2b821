import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { GB } from "#app/domain/units.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import type { UploadQuota } from "#db/queries/uploads.ts";

/** The limits of each person's uploads in this installation. `STORAGE_GB_PER_PERSON` changes the size. */
export function readQuota({ STORAGE_GB_PER_PERSON }: Pick<Env, "STORAGE_GB_PER_PERSON">): UploadQuota {
  const gigabytes = Number(STORAGE_GB_PER_PERSON);
  return {
    uploads: uploadLimits.uploadsOpenPerPerson,
    tracks: trackLimits.tracksPerPerson,
    bytes: gigabytes > 0 ? gigabytes * GB : uploadLimits.storedBytesPerPerson,
  };
}
