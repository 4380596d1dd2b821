import type { RoomId, UploadId } from "#app/domain/ids.ts";
import type { ServiceTrack } from "#app/domain/imports/service.ts";
import { fail, type Result } from "#app/domain/result.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import type { OpenService } from "#workers/imports/connections/open-service.ts";
import type { LinkFailure } from "#workers/imports/link-failure.ts";
import { storeDownload } from "#workers/imports/store-download.ts";
import type { ImportRun } from "#workers/imports/stream-import.ts";

type TrackDownload = ImportRun & {
  readonly track: ServiceTrack;
  readonly roomId: RoomId;
  readonly uploadId: UploadId;
};

const LOCATE_WITHIN_MS = 30 * SECOND_MS;

/** Downloads the file of a service's track into an upload. A link that has expired is requested once more. */
export async function downloadTrack(
  context: SignedInContext,
  service: OpenService,
  download: TrackDownload,
): Promise<Result<null, LinkFailure>> {
  const first = await locateAndStore(context, service, download);
  return !first.ok && first.error.code === "link-expired" ? locateAndStore(context, service, download) : first;
}

async function locateAndStore(
  context: SignedInContext,
  { client, send, privateOrigin }: OpenService,
  { track, ...download }: TrackDownload,
): Promise<Result<null, LinkFailure>> {
  if (!client.locate) return fail({ code: "import-not-available" });
  const located = await client.locate(track.id, AbortSignal.any([download.signal, AbortSignal.timeout(LOCATE_WITHIN_MS)]));
  if (!located.ok) return download.signal.aborted ? fail({ code: "upload-cancelled" }) : located;
  const fetching = { isLoopbackAllowed: () => context.env.LINK_LOOPBACK === "allow", privateOrigin, fetch: send };
  const fileName = nameFile(track, located.value.fileName);
  const stored = await storeDownload(context, { ...download, link: located.value.link, fileName, fetching });
  const isBusy = !stored.ok && stored.error.code === "link-status" && BUSY_STATUSES.includes(stored.error.detail?.status ?? 0);
  return isBusy ? fail({ code: "service-busy" }) : stored;
}

/** RFC 6585 §4, and RFC 9110 §15.6.4. */
const BUSY_STATUSES: readonly number[] = [429, 503];

/** The title and the artist of a file without tags are read from its name, so it has those that the service knows. */
function nameFile({ title, artist }: ServiceTrack, serviceName: string): string {
  const extension = /\.[a-z0-9]{1,5}$/i.exec(serviceName)?.[0] ?? "";
  return `${[artist, title].filter(Boolean).join(" - ")}${extension}`;
}
