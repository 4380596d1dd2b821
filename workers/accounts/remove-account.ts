import { REMOVED_PERSON_COLOR } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { mapInChunks } from "#app/lib/chunk.ts";
import type { Db } from "#db/client.ts";
import {
  deleteUser,
  listDeletedUserTracks,
  listMemberships,
  listRoomsToRemove,
  listRoomsWithUserTracks,
  listUserTracksInRoom,
  listUserUploads,
  type MemberWithRoom,
  markAccountDeleted,
  type TransferredRoom,
} from "#db/queries/account-removal.ts";
import type { MailRow } from "#db/queries/mails.ts";
import { deleteMember } from "#db/queries/members.ts";
import { deleteContributor, listContributedRooms } from "#db/queries/room-contributors.ts";
import { findRoom, type RoomWithOwner, refreshSearchKey } from "#db/queries/rooms.ts";
import { logError } from "#workers/http/log-error.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { ROOMS_AT_ONCE } from "#workers/room-client/rooms-at-once.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";
import { removeRoom } from "#workers/rooms/remove-room.ts";
import { finishTrackRemoval } from "#workers/tracks/remove-tracks.ts";
import { discardUpload } from "#workers/uploads/discard-upload.ts";

type Removal = { readonly env: Env; readonly db: Db; readonly userId: UserId; readonly nowMs: number };

/** Discarding an upload takes several subrequests, of which a Worker has 1,000. The sweep discards the rest. */
const UPLOADS_MAX = 50;
const TRACKS_PER_BATCH = 200;
/** The time limit for deleting tracks. The next run of the sweep continues. */
const TRACK_REMOVAL_MS = 20_000;

/**
 * Removes an account. The first step is one batch, after which no query finds the account and its names are free. The
 * following steps may be interrupted anywhere; the sweep repeats them (`finishAccountRemoval`).
 * @param removal.notice a mail to the owner, stored in the first step
 */
export async function removeAccount({ notice, ...removal }: Removal & { readonly notice: MailRow }): Promise<void> {
  await notifyRooms(removal, await markDeleted(removal, notice));
  await runStep("uploads", () => discardUploads(removal));
}

/**
 * Finishes a removal some time later. It repeats all steps, which covers what simultaneous requests have created, then
 * deletes the tracks and finally the user. The sweep has discarded the uploads by then. Tracks of a room whose object fails
 * come last, so that they do not delay the others.
 * @param removal.beforeMs only tracks that were marked before this time are deleted
 */
export async function finishAccountRemoval({ beforeMs, ...removal }: Removal & { readonly beforeMs: number }): Promise<void> {
  const { env, db, userId, nowMs } = removal;
  await notifyRooms(removal, await markDeleted(removal, null));
  const deadlineMs = Date.now() + TRACK_REMOVAL_MS;
  const listTracks = () => listDeletedUserTracks(db, userId, { beforeMs, limit: TRACKS_PER_BATCH });
  let trackIds = await listTracks();
  while (trackIds.length > 0 && Date.now() < deadlineMs) {
    await finishTrackRemoval({ env, db, nowMs }, trackIds);
    trackIds = await listTracks();
  }
  await deleteUser(db, userId);
}

function markDeleted({ db, userId, nowMs }: Removal, notice: MailRow | null): Promise<readonly TransferredRoom[]> {
  return markAccountDeleted(db, userId, { nowMs, avatar: REMOVED_PERSON_COLOR, notice });
}

/** Notifies all rooms that the account was related to. A step that fails does not prevent the others. */
async function notifyRooms(removal: Removal, transferred: readonly TransferredRoom[]): Promise<void> {
  const { env, db, userId, nowMs } = removal;
  await runStep("transferred-rooms", () => forEachRoom(transferred, (room) => notifyNewOwner(removal, room)));
  await runStep("own-rooms", async () =>
    forEachRoom(await listRoomsToRemove(db, userId), (roomId) => removeRoom(env, db, { roomId, nowMs, maxUploads: 0 })),
  );
  await runStep("tracks", async () =>
    forEachRoom(await listRoomsWithUserTracks(db, userId), (room) => removeTracksFromRoom(removal, room)),
  );
  await runStep("memberships", async () =>
    forEachRoom(await listMemberships(db, userId), (membership) => removeMembership(removal, membership)),
  );
  await runStep("contributions", async () =>
    forEachRoom(await listContributedRooms(db, userId), (room) => removeContributions(removal, room)),
  );
}

async function notifyNewOwner({ env, db }: Removal, { roomId, newOwnerId, ...epochs }: TransferredRoom): Promise<void> {
  const room = await findRoom(db, roomId);
  if (!room) return;
  await refreshSearchKey(db, room);
  const roles = [{ userId: newOwnerId, role: "owner" as const }];
  await roomObject(env, roomId).changeRoles(toRoomMetadata(room), { roles, epochs });
}

async function removeTracksFromRoom({ env, db, userId }: Removal, room: RoomWithOwner): Promise<void> {
  const trackIds = await listUserTracksInRoom(db, room.room.id, userId);
  const object = roomObject(env, room.room.id);
  await object.removeTracks(toRoomMetadata(room), trackIds);
  await object.removePerson(toRoomMetadata(room), userId);
}

/** Notifies the room before it deletes the row: if the room cannot be notified, the sweep finds the row and tries again. */
async function removeMembership({ env, db, userId }: Removal, membership: MemberWithRoom): Promise<void> {
  const { id: roomId } = membership.room;
  const metadata = toRoomMetadata(membership);
  const object = roomObject(env, roomId);
  await object.removePerson(metadata, userId);
  const epochs = await deleteMember(db, { roomId, userId, role: membership.role });
  if (epochs) await object.changeRoles(metadata, { roles: [{ userId, role: null }], isRemoved: true, epochs });
}

/** As for a membership, the row is deleted last. */
async function removeContributions({ env, db, userId }: Removal, room: RoomWithOwner): Promise<void> {
  await roomObject(env, room.room.id).removePerson(toRoomMetadata(room), userId);
  await deleteContributor(db, room.room.id, userId);
}

async function discardUploads({ env, db, userId }: Removal): Promise<void> {
  for (const upload of await listUserUploads(db, userId, UPLOADS_MAX)) {
    await runStep("upload", () => discardUpload(env, db, upload));
  }
}

async function forEachRoom<T>(rooms: readonly T[], run: (room: T) => Promise<unknown>): Promise<void> {
  await mapInChunks(rooms, ROOMS_AT_ONCE, (room) => runStep("room", () => run(room)));
}

/** Runs a step and logs its failure. */
async function runStep(step: string, run: () => Promise<unknown>): Promise<void> {
  await run().catch((error) => logError("account-removal", error, { step }));
}
