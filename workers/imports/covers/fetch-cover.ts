import { type Payer, toPayer } from "#app/domain/access/work-budget.ts";
import type { UserId } from "#app/domain/ids.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { parseLink } from "#app/domain/imports/link-rules.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { readPictureHeader } from "#workers/audio-inspection/picture-header.ts";
import { readBytes } from "#workers/http/read-request.ts";
import type { OpenService } from "#workers/imports/connections/open-service.ts";
import { chargeBytes, createTurns } from "#workers/imports/turns.ts";

export type FetchedCover = { readonly bytes: Uint8Array; readonly contentType: string };

type CoverRequest = { readonly userId: UserId; readonly cover: string; readonly signal: AbortSignal };

const COVER_WITHIN_MS = 10 * SECOND_MS;
const { coversAtOnce: atOnce, coversInAll: inAll, coversWaiting: waiting } = importLimits;
const takeTurn = createTurns({ atOnce, inAll, waiting });

/** Fetches a cover from a service. */
export async function fetchCover(
  { client, send, privateOrigin }: OpenService,
  { userId, cover, signal }: CoverRequest,
): Promise<Result<FetchedCover>> {
  const link = client.coverLink(cover);
  if (!link || !(parseLink(link).ok || new URL(link).origin === privateOrigin)) return fail("cover-not-found");
  const payer = toPayer(userId, "");
  const run = async () => ({ fetched: await download({ link, send, signal, payer }) });
  const turn = await takeTurn(userId, { payer, run });
  if (!turn) return fail("service-busy");
  return turn.fetched ? ok(turn.fetched) : fail("cover-not-found");
}

type CoverDownload = Pick<OpenService, "send"> & {
  readonly link: string;
  readonly signal: AbortSignal;
  readonly payer: Payer;
};

/** Null unless the bytes are WebP, JPEG or PNG. */
async function download({ link, send, signal, payer }: CoverDownload): Promise<FetchedCover | null> {
  try {
    const limits = AbortSignal.any([signal, AbortSignal.timeout(COVER_WITHIN_MS)]);
    // a redirect could lead into a private network, or would send credentials to another address
    const response = await send(link, { redirect: "manual", signal: limits });
    const bytes = response.ok ? await readBytes(response, importLimits.coverBytes) : null;
    chargeBytes(payer, bytes?.byteLength ?? 0);
    if (!bytes) await response.body?.cancel();
    const header = bytes && readPictureHeader(bytes);
    return bytes && header ? { bytes, contentType: header.contentType } : null;
  } catch {
    // the connection failed; a track without a cover is complete
    return null;
  }
}
