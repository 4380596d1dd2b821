import { parseLink } from "#app/domain/imports/link-rules.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { readPictureHeader } from "#workers/audio-inspection/picture-header.ts";
import { readBytes } from "#workers/http/read-request.ts";
import type { OpenService } from "#workers/imports/connections/open-service.ts";

export type FetchedCover = { readonly bytes: Uint8Array; readonly contentType: string };

const COVER_WITHIN_MS = 10 * SECOND_MS;

/** Fetches a cover from a service. Null unless its bytes are WebP, JPEG or PNG. */
export async function fetchCover(
  { client, send, privateOrigin }: OpenService,
  cover: string,
  signal: AbortSignal,
): Promise<FetchedCover | null> {
  const link = client.coverLink(cover);
  if (!link || !(parseLink(link).ok || new URL(link).origin === privateOrigin)) return null;
  try {
    const limits = AbortSignal.any([signal, AbortSignal.timeout(COVER_WITHIN_MS)]);
    // a redirect could lead into a private network, or would send credentials to another address
    const response = await send(link, { redirect: "manual", signal: limits });
    const bytes = response.ok ? await readBytes(response, trackLimits.coverSourceBytes) : null;
    if (!response.ok) await response.body?.cancel();
    const header = bytes && readPictureHeader(bytes);
    return bytes && header ? { bytes, contentType: header.contentType } : null;
  } catch {
    // the connection failed; a track without a cover is complete
    return null;
  }
}
