import type { RoomId, TrackId, UploadId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import { newId } from "#workers/crypto/random.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import type { LinkFailure } from "./link-failure.ts";
import { type LinkProgress, makeImportedTrack, storeDownload } from "./store-download.ts";

type LinkImport = {
  readonly roomId: RoomId;
  readonly link: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LinkProgress) => void;
};

/** Fetches the file that a link leads to, stores it while it arrives, and makes a track of it. A failed import leaves no data. */
export async function importFromLink(context: SignedInContext, request: LinkImport): Promise<Result<TrackId, LinkFailure>> {
  const uploadId = newId<UploadId>();
  const fetching = { isLoopbackAllowed: () => context.env.LINK_LOOPBACK === "allow" };
  const stored = await storeDownload(context, { ...request, uploadId, fileName: null, fetching });
  return stored.ok ? makeImportedTrack(context, uploadId, {}) : stored;
}
