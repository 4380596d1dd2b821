import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { createDb } from "#db/client.ts";
import { listDeletedUsers } from "#db/queries/account-removal.ts";
import { deleteOldAttempts } from "#db/queries/attempts.ts";
import { deleteExpiredInvites } from "#db/queries/invites.ts";
import { deleteOldMails } from "#db/queries/mails.ts";
import { listOrphans } from "#db/queries/orphaned-objects.ts";
import { deleteOldPasswordResets } from "#db/queries/password-resets.ts";
import { listPendingNotifications } from "#db/queries/pending-notifications.ts";
import { deleteExpiredProviderAuthorizations } from "#db/queries/provider-authorizations.ts";
import { deleteExpiredRoomTokens } from "#db/queries/room-tokens.ts";
import { forgetStalePresence, listDeletedRooms, listRoomsWithoutSearchKey, refreshSearchKey } from "#db/queries/rooms.ts";
import { deleteExpiredSessions } from "#db/queries/sessions.ts";
import { listDeletedTracks } from "#db/queries/track-removal.ts";
import { listAbandonedUploads, listDiscardedUploads } from "#db/queries/uploads.ts";
import { finishAccountRemoval } from "#workers/accounts/remove-account.ts";
import { logError } from "#workers/http/log-error.ts";
import { deliverDueMails } from "#workers/mail/deliver-mail.ts";
import { deleteOrphans } from "#workers/media/orphaned-objects.ts";
import { removeRoom } from "#workers/rooms/remove-room.ts";
import { retryRoomNotifications } from "#workers/tracks/notify-rooms.ts";
import { finishRemoval } from "#workers/tracks/remove-tracks.ts";
import { discardUpload } from "#workers/uploads/discard-upload.ts";

/** Uploads looked at in one run; the rest waits for the next. Each takes several requests, of which a run has a thousand. */
const UPLOADS_AT_ONCE = 50;
const ROOMS_AT_ONCE = 20;
const ACCOUNTS_AT_ONCE = 10;
const TRACKS_AT_ONCE = 100;
const NOTIFICATIONS_PER_SWEEP = 50;
/** Whoever has changed a track is still telling the rooms. */
const NOTIFYING_TAKES_MS = 60_000;
/** R2 removes up to a thousand names in one request. */
const ORPHANS_PER_SWEEP = 500;
/** An object that is not held after this will not be: whoever put it was cut off. */
const ORPHAN_KEPT_MS = 60 * 60_000;
/** A removal that is older than this was cut off. */
const REMOVAL_TAKES_MS = 5 * 60_000;
const ATTEMPTS_KEPT_MS = 24 * 60 * 60_000;

/** Every five minutes (§9), removes what nobody will come back for, and finishes what was cut off. */
export async function sweep(env: Env, nowMs: number): Promise<void> {
  const db = createDb(env.DB);
  const steps: Record<string, () => Promise<unknown>> = {
    attempts: () => deleteOldAttempts(db, nowMs - ATTEMPTS_KEPT_MS),
    sessions: () => deleteExpiredSessions(db, nowMs),
    "provider-authorizations": () => deleteExpiredProviderAuthorizations(db, nowMs),
    "room-tokens": () => deleteExpiredRoomTokens(db, nowMs),
    "password-resets": () => deleteOldPasswordResets(db, nowMs - accountLimits.resetTokenMs - accountLimits.resetKnownMs),
    mails: () => deliverDueMails({ env, db, nowMs }),
    "old-mails": () => deleteOldMails(db, nowMs),
    invites: () => deleteExpiredInvites(db, nowMs),
    presence: () => forgetStalePresence(db, nowMs - connectionLimits.presenceExpiresMs),
    search: async () => each(await listRoomsWithoutSearchKey(db, ROOMS_AT_ONCE), (room) => refreshSearchKey(db, room)),
    uploads: async () =>
      each(await listAbandonedUploads(db, nowMs - uploadLimits.uploadAbandonedAfterMs, UPLOADS_AT_ONCE), (upload) =>
        discardUpload(env, db, upload),
      ),
    discarded: async () =>
      each(await listDiscardedUploads(db, nowMs - REMOVAL_TAKES_MS, UPLOADS_AT_ONCE), (upload) =>
        discardUpload(env, db, upload),
      ),
    rooms: async () =>
      each(await listDeletedRooms(db, nowMs - REMOVAL_TAKES_MS, ROOMS_AT_ONCE), (roomId) =>
        removeRoom(env, db, { roomId, nowMs, uploadsAtMost: 0 }),
      ),
    pendingNotifications: async () =>
      each(await listPendingNotifications(db, nowMs - NOTIFYING_TAKES_MS, NOTIFICATIONS_PER_SWEEP), (trackId) =>
        retryRoomNotifications({ env, db }, trackId, nowMs),
      ),
    "dropped-tracks": async () =>
      finishRemoval({ env, db, nowMs }, await listDeletedTracks(db, nowMs - REMOVAL_TAKES_MS, TRACKS_AT_ONCE)),
    loose: async () => deleteOrphans(env, db, await listOrphans(db, nowMs - ORPHAN_KEPT_MS, ORPHANS_PER_SWEEP)),
    // last: an account with many rooms takes all that is left of the run
    accounts: async () =>
      each(await listDeletedUsers(db, nowMs - REMOVAL_TAKES_MS, ACCOUNTS_AT_ONCE), (userId) =>
        finishAccountRemoval({ env, db, userId, nowMs, beforeMs: nowMs - REMOVAL_TAKES_MS }),
      ),
  };
  // one that fails keeps no other from being done
  for (const [step, run] of Object.entries(steps)) await run().catch((error) => logError("sweep", error, { step }));
}

async function each<T>(items: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items) await run(item).catch((error) => logError("sweep", error));
}
