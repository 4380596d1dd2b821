import type { ErrorCode } from "#app/domain/errors.ts";
import type { EntryId, TrackId, UploadId } from "#app/domain/ids.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import type { Db } from "#db/client.ts";
import {
  endImportAttempt,
  type ImportAttempt,
  type ImportBatchRow,
  type ImportItemRow,
  leaseImportItem,
  listBatchUploads,
  renewImportLease,
} from "#db/queries/imports.ts";
import { findTrack } from "#db/queries/tracks.ts";
import { findUpload, type UploadRow } from "#db/queries/uploads.ts";
import { newId } from "#workers/crypto/random.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { openService } from "#workers/imports/connections/open-service.ts";
import type { LinkFailure } from "#workers/imports/link-failure.ts";
import { makeImportedTrack } from "#workers/imports/store-download.ts";
import type { ImportRun } from "#workers/imports/stream-import.ts";
import { addToPlaylist } from "#workers/playlist/add-to-playlist.ts";
import { allowItemImport } from "#workers/rate-limits/user-limits.ts";
import { authorizeRoomAction } from "#workers/room-access/room-access.ts";
import { discardUpload } from "#workers/uploads/discard-upload.ts";
import { toEntryId, toTrackId } from "#workers/uploads/upload-ids.ts";
import { downloadTrack } from "./download-track.ts";

export type OwnImportItem = { readonly item: ImportItemRow; readonly batch: ImportBatchRow };

const RENEW_EVERY_MS = 15 * SECOND_MS;
/** For a person who has as many downloads running as they may have. */
const RUNNING_WAIT_SECONDS = 15;

/** Imports one track of a batch, and stores the outcome in the batch. A second request for the same item is refused. */
export async function importItem(
  context: SignedInContext,
  own: OwnImportItem,
  run: ImportRun,
): Promise<Result<TrackId, LinkFailure>> {
  const { item } = own;
  if (item.state === "done" && item.trackId) return ok(item.trackId);
  const earlier = await findEarlierUpload(context, item);
  const attempt: ImportAttempt = { itemId: item.id, uploadId: earlier.resumable ?? newId<UploadId>() };
  const leased = await startAttempt(context, own, attempt);
  if (!leased.ok) return leased;
  const imported = await keepLease(context, attempt, run, async (leasedRun) => {
    if (earlier.resumable) return finishUpload(context, own, earlier.resumable);
    if (earlier.unusable) await discardUpload(context.env, context.db, earlier.unusable);
    return downloadAndMake(context, own, { ...leasedRun, uploadId: attempt.uploadId });
  }).catch((error: unknown): Result<never, LinkFailure> => {
    logError("import", error, { user: context.user.id });
    return fail({ code: "import-failed" });
  });
  await storeOutcome(context, attempt, imported);
  return imported;
}

/** Leases the item, and counts the attempt against the limits of the person. */
async function startAttempt(
  { db, user }: SignedInContext,
  { item }: OwnImportItem,
  attempt: ImportAttempt,
): Promise<Result<null, LinkFailure>> {
  const nowMs = Date.now();
  const lease = await leaseImportItem(db, attempt, {
    ...{ userId: user.id, formerUploadId: item.uploadId, nowMs, untilMs: nowMs + importLimits.leaseMs },
    runningMax: importLimits.downloadsAtOnce,
  });
  if (lease === "too-many") return fail({ code: "service-busy", detail: { waitSeconds: RUNNING_WAIT_SECONDS } });
  if (lease === "taken") return fail({ code: "import-item-busy" });
  const allowed = await allowItemImport(db, user.id, nowMs);
  if (allowed.ok) return ok(null);
  await endImportAttempt(db, attempt, { state: "waiting" });
  return fail({ code: allowed.error });
}

type EarlierUpload = {
  /** The upload of an attempt that was cut off after its file was stored. */
  readonly resumable: UploadId | null;
  /** An upload without its whole file. */
  readonly unusable: UploadRow | null;
};

async function findEarlierUpload({ db, user }: SignedInContext, { uploadId }: ImportItemRow): Promise<EarlierUpload> {
  if (!uploadId) return { resumable: null, unusable: null };
  const track = await findTrack(db, toTrackId(uploadId));
  if (track) return { resumable: track.deletedAtMs === null ? uploadId : null, unusable: null };
  const upload = await findUpload(db, uploadId, user.id);
  return upload?.sha256 ? { resumable: uploadId, unusable: null } : { resumable: null, unusable: upload };
}

/** Makes the track of a stored upload, or adds a track that was made already to the playlist. Both can be repeated. */
async function finishUpload(
  context: SignedInContext,
  { item, batch }: OwnImportItem,
  uploadId: UploadId,
): Promise<Result<TrackId, LinkFailure>> {
  const { env, db, user } = context;
  const sequence = await listSequence(db, batch);
  const upload = await findUpload(db, uploadId, user.id);
  if (upload) return makeImportedTrack(context, uploadId, { album: item.track.album, sequence });
  const [track, access] = await Promise.all([
    findTrack(db, toTrackId(uploadId)),
    authorizeRoomAction(context, batch.roomId, "add-tracks"),
  ]);
  if (!access.ok) return fail({ code: access.error });
  if (!track) return fail({ code: "import-failed" });
  const { metadata } = access.value;
  const additions = [{ entryId: toEntryId(uploadId), track }];
  const added = await addToPlaylist({ env, db, metadata, user, nowMs: context.nowMs, additions, sequence });
  return added.ok ? ok(track.id) : fail({ code: added.error });
}

type Attempt = ImportRun & { readonly uploadId: UploadId };

async function downloadAndMake(
  context: SignedInContext,
  { item, batch }: OwnImportItem,
  attempt: Attempt,
): Promise<Result<TrackId, LinkFailure>> {
  const service = await openService(context, context.user.id, item.track.service);
  if (!service.ok) return fail({ code: service.error });
  const { client } = service.value;
  const { track } = item;
  const stored = await downloadTrack(context, service.value, { track, roomId: batch.roomId, ...attempt });
  if (!stored.ok) return stored;
  const lyrics = client.fetchLyrics && (await client.fetchLyrics(track.id, attempt.signal));
  return makeImportedTrack(context, attempt.uploadId, {
    album: track.album,
    ...(lyrics?.ok && lyrics.value !== null && { lyrics: lyrics.value }),
    sequence: await listSequence(context.db, batch),
  });
}

/** The entries of a batch in its order: downloads end in another one. */
async function listSequence(db: Db, { id }: ImportBatchRow): Promise<readonly EntryId[]> {
  return (await listBatchUploads(db, id)).map(toEntryId);
}

/** Renews the lease while an attempt runs, and aborts the attempt once the item is cancelled. */
async function keepLease<T>(
  { db }: SignedInContext,
  attempt: ImportAttempt,
  { signal, onProgress }: ImportRun,
  run: (leased: ImportRun) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const renew = async () => {
    if (!(await renewImportLease(db, attempt, Date.now() + importLimits.leaseMs))) lost.abort();
  };
  // a renewal that fails is followed by others before the lease ends
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS);
  try {
    return await run({ signal: AbortSignal.any([signal, lost.signal]), onProgress });
  } finally {
    clearInterval(timer);
  }
}

/** Errors after which the item waits: the browser was closed, or the service asks to come back later. */
const WAITING_CODES: readonly ErrorCode[] = ["upload-cancelled", "service-busy"];

async function storeOutcome(
  { db }: SignedInContext,
  attempt: ImportAttempt,
  imported: Result<TrackId, LinkFailure>,
): Promise<void> {
  if (imported.ok) return endImportAttempt(db, attempt, { state: "done", trackId: imported.value });
  const { code, detail = null } = imported.error;
  const outcome = WAITING_CODES.includes(code)
    ? ({ state: "waiting" } as const)
    : ({ state: "failed", error: code, errorDetail: detail } as const);
  await endImportAttempt(db, attempt, outcome);
}
