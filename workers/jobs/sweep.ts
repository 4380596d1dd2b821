import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/units.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import type { Db } from "#db/client.ts";
import { listDeletedUsers } from "#db/queries/account-removal.ts";
import { deleteOldAttempts } from "#db/queries/attempts.ts";
import { deleteOldChanges } from "#db/queries/changes.ts";
import { deleteOldImportBatches } from "#db/queries/imports.ts";
import { deleteExpiredInvites } from "#db/queries/invites.ts";
import { clearStaleListening } from "#db/queries/listening.ts";
import { deleteOldMails } from "#db/queries/mails.ts";
import { listOrphans } from "#db/queries/orphaned-objects.ts";
import { deleteOldPasswordResets } from "#db/queries/password-resets.ts";
import { listPendingNotifications } from "#db/queries/pending-notifications.ts";
import { deleteExpiredProviderAuthorizations } from "#db/queries/provider-authorizations.ts";
import { deleteExpiredRoomTokens } from "#db/queries/room-tokens.ts";
import { clearStalePresence, listDeletedRooms, listRoomsWithOutdatedSearchKey, refreshSearchKey } from "#db/queries/rooms.ts";
import { deleteExpiredSessions } from "#db/queries/sessions.ts";
import { listDeletedTracks } from "#db/queries/track-removal.ts";
import { listAbandonedDownloads, listAbandonedUploads, listDiscardedUploads, type UploadRow } from "#db/queries/uploads.ts";
import { finishAccountRemoval } from "#workers/accounts/remove-account.ts";
import { logError } from "#workers/http/log-error.ts";
import { openDb } from "#workers/http/open-db.ts";
import { DOWNLOAD_WITHIN_MS } from "#workers/imports/store-download.ts";
import { deliverDueMails } from "#workers/mail/deliver-mail.ts";
import { deleteOrphans } from "#workers/media/delete-orphans.ts";
import { COUNTERS_MAX } from "#workers/rate-limits/rate-limit.ts";
import { removeRoom } from "#workers/rooms/remove-room.ts";
import { retryRoomNotifications } from "#workers/tracks/notify-rooms.ts";
import { finishTrackRemoval } from "#workers/tracks/remove-tracks.ts";
import { discardUpload } from "#workers/uploads/discard-upload.ts";

/** The limits per run bound its subrequests, of which a run has 1000. The rest waits for the next run. */
const UPLOADS_PER_RUN = 50;
const ROOMS_PER_RUN = 20;
const ACCOUNTS_PER_RUN = 10;
const TRACKS_PER_RUN = 100;
const NOTIFICATIONS_PER_RUN = 50;
/** R2 deletes up to 1000 objects in one request. */
const ORPHANS_PER_REQUEST = 1000;
const ORPHAN_REQUESTS_PER_RUN = 20;
/** The request that changed a track is given this time to notify the rooms itself. */
const NOTIFICATION_MS = MINUTE_MS;
/** The request that stored an object is given this time to refer to it in a row. */
const ORPHAN_MS = HOUR_MS;
/** A removal that takes longer than this was interrupted. */
const REMOVAL_MS = 5 * MINUTE_MS;
const ATTEMPT_RETENTION_MS = DAY_MS;
/** Imports are listed for this time. */
const IMPORT_RETENTION_MS = 30 * DAY_MS;
/** Live queries are behind by less, and this is how long a consistent read may take. */
const CHANGE_RETENTION_MS = 5 * MINUTE_MS;

type Sweep = {
  readonly env: Env;
  readonly db: Db;
  readonly nowMs: number;
  readonly isAfterStart: boolean;
  /** Work that began before this time was interrupted. */
  readonly interruptedBeforeMs: number;
};
type Step = readonly [name: string, run: (sweep: Sweep) => Promise<unknown>];

const STEPS: readonly Step[] = [
  ["changes", ({ db, nowMs }) => deleteOldChanges(db, nowMs - CHANGE_RETENTION_MS)],
  ["attempts", ({ db, nowMs }) => deleteOldAttempts(db, { beforeMs: nowMs - ATTEMPT_RETENTION_MS, max: COUNTERS_MAX })],
  ["sessions", ({ db, nowMs }) => deleteExpiredSessions(db, nowMs)],
  ["provider-authorizations", ({ db, nowMs }) => deleteExpiredProviderAuthorizations(db, nowMs)],
  ["room-tokens", ({ db, nowMs }) => deleteExpiredRoomTokens(db, nowMs)],
  ["password-resets", deletePasswordResets],
  ["due-mails", deliverDueMails],
  ["old-mails", ({ db, nowMs }) => deleteOldMails(db, nowMs)],
  ["invites", ({ db, nowMs }) => deleteExpiredInvites(db, nowMs)],
  ["imports", ({ db, nowMs }) => deleteOldImportBatches(db, nowMs - IMPORT_RETENTION_MS)],
  ["presence", ({ db, nowMs }) => clearStalePresence(db, nowMs - connectionLimits.presenceExpiresMs)],
  ["listening", ({ db, nowMs }) => clearStaleListening(db, nowMs)],
  ["search-keys", refreshOutdatedSearchKeys],
  ["abandoned-uploads", discardAbandonedUploads],
  ["abandoned-downloads", discardAbandonedDownloads],
  ["discarded-uploads", finishDiscardedUploads],
  ["deleted-rooms", finishRoomRemovals],
  ["pending-notifications", sendPendingNotifications],
  ["deleted-tracks", finishTrackRemovals],
  ["orphans", deleteOldOrphans],
  // the last step, because an account with many rooms uses up the subrequests of the run
  ["deleted-accounts", finishAccountRemovals],
];

/**
 * Runs every five minutes (§9): deletes expired data, and completes work that was interrupted.
 * @param options.isAfterStart the server has just started, so all work that is not complete was interrupted
 */
export async function sweep(env: Env, nowMs: number, { isAfterStart = false } = {}): Promise<void> {
  const interruptedBeforeMs = isAfterStart ? nowMs : nowMs - REMOVAL_MS;
  const run: Sweep = { env, db: openDb(env), nowMs, isAfterStart, interruptedBeforeMs };
  // a step that fails must not prevent the others
  for (const [step, work] of STEPS) await work(run).catch((error) => logError("sweep", error, { step }));
}

function deletePasswordResets({ db, nowMs }: Sweep): Promise<void> {
  return deleteOldPasswordResets(db, nowMs - accountLimits.resetTokenMs - accountLimits.resetRetentionMs);
}

async function refreshOutdatedSearchKeys({ db }: Sweep): Promise<void> {
  await forEach(await listRoomsWithOutdatedSearchKey(db, ROOMS_PER_RUN), (room) => refreshSearchKey(db, room));
}

async function discardAbandonedUploads({ env, db, nowMs }: Sweep): Promise<void> {
  const beforeMs = nowMs - uploadLimits.uploadAbandonedAfterMs;
  await discardAll({ env, db }, await listAbandonedUploads(db, beforeMs, UPLOADS_PER_RUN));
}

/** Downloads whose request was cut off, such as by a restart. A later one begins from the start. */
async function discardAbandonedDownloads({ env, db, nowMs, isAfterStart }: Sweep): Promise<void> {
  const beforeMs = isAfterStart ? nowMs : nowMs - DOWNLOAD_WITHIN_MS - REMOVAL_MS;
  await discardAll({ env, db }, await listAbandonedDownloads(db, beforeMs, UPLOADS_PER_RUN));
}

async function finishDiscardedUploads({ env, db, interruptedBeforeMs }: Sweep): Promise<void> {
  await discardAll({ env, db }, await listDiscardedUploads(db, interruptedBeforeMs, UPLOADS_PER_RUN));
}

async function discardAll({ env, db }: Pick<Sweep, "env" | "db">, uploads: readonly UploadRow[]): Promise<void> {
  await forEach(uploads, (upload) => discardUpload(env, db, upload));
}

async function finishRoomRemovals({ env, db, nowMs, interruptedBeforeMs }: Sweep): Promise<void> {
  await forEach(await listDeletedRooms(db, interruptedBeforeMs, ROOMS_PER_RUN), (roomId) =>
    removeRoom(env, db, { roomId, nowMs, maxUploads: 0 }),
  );
}

async function sendPendingNotifications({ env, db, nowMs }: Sweep): Promise<void> {
  await forEach(await listPendingNotifications(db, nowMs - NOTIFICATION_MS, NOTIFICATIONS_PER_RUN), (trackId) =>
    retryRoomNotifications({ env, db }, trackId, nowMs),
  );
}

async function finishTrackRemovals(run: Sweep): Promise<void> {
  await finishTrackRemoval(run, await listDeletedTracks(run.db, run.interruptedBeforeMs, TRACKS_PER_RUN));
}

/** Deletes objects in R2 to which no row has referred for an hour. */
async function deleteOldOrphans({ env, db, nowMs }: Sweep): Promise<void> {
  for (let requests = 0; requests < ORPHAN_REQUESTS_PER_RUN; requests++) {
    const keys = await listOrphans(db, nowMs - ORPHAN_MS, ORPHANS_PER_REQUEST);
    if (keys.length === 0) return;
    await deleteOrphans(env, db, keys);
  }
}

async function finishAccountRemovals({ env, db, nowMs, interruptedBeforeMs: beforeMs }: Sweep): Promise<void> {
  await forEach(await listDeletedUsers(db, beforeMs, ACCOUNTS_PER_RUN), (userId) =>
    finishAccountRemoval({ env, db, userId, nowMs, beforeMs }),
  );
}

/** Handles the items one after the other. One that fails must not prevent the others. */
async function forEach<T>(items: readonly T[], handle: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items) await handle(item).catch((error) => logError("sweep", error));
}
