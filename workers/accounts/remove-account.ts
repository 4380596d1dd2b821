import { REMOVED_PERSON_COLOR } from "#app/domain/accounts/person.ts";
import type { TrackId, UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import {
  deleteUser,
  type HandedRoom,
  listMarkedTracksOf,
  listMemberships,
  listRoomsToRemove,
  listRoomsWithTracksOf,
  listTracksIn,
  listUploadsOf,
  type MemberWithRoom,
  markAccountDeleted,
} from "#db/queries/account-removal.ts";
import type { MailRow } from "#db/queries/mails.ts";
import { deleteMember } from "#db/queries/members.ts";
import { findRoom, type RoomWithOwner, refreshSearchKey } from "#db/queries/rooms.ts";
import { logError } from "#workers/http/log-error.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { removeRoom } from "#workers/rooms/remove-room.ts";
import { toRoomMetadata } from "#workers/rooms/room-access.ts";
import { finishRemoval } from "#workers/tracks/remove-tracks.ts";
import { discardUpload } from "#workers/uploads/discard-upload.ts";

type Removal = { readonly env: Env; readonly db: Db; readonly userId: UserId; readonly nowMs: number };

const ROOMS_AT_ONCE = 20;
/** Each takes several requests, of which a run has a thousand; the sweep goes on with the rest. */
const UPLOADS_AT_ONCE = 50;
const TRACKS_AT_ONCE = 200;
/** What takes longer is gone on with in the next run. */
const TRACKS_TAKE_MS = 20_000;

/**
 * Removes somebody's account. Nobody finds it, and its names are free, from the first step on, which is one batch; what
 * follows may be cut off anywhere and is done again by the sweep (`finishAccountRemoval`).
 * @param removal.farewell a mail to whose it was, which stands with the first step
 */
export async function removeAccount({ farewell, ...removal }: Removal & { readonly farewell: MailRow }): Promise<void> {
  await tellEverybody(removal, await mark(removal, farewell));
  await attempt("uploads", () => discardUploads(removal));
}

/**
 * A while after: whatever was being made in the moment of the removal is caught, the rooms are told once more, and tracks
 * and account go for good, its uploads having been discarded by the sweep as all that are marked. What a room that breaks
 * keeps from going is behind all others.
 * @param removal.beforeMs tracks that were marked before that go
 */
export async function finishAccountRemoval({ beforeMs, ...removal }: Removal & { readonly beforeMs: number }): Promise<void> {
  const { env, db, userId, nowMs } = removal;
  await tellEverybody(removal, await mark(removal, null));
  const startMs = Date.now();
  const limit = TRACKS_AT_ONCE;
  const listTracks = () => listMarkedTracksOf(db, userId, { beforeMs, limit });
  let trackIds: readonly TrackId[] = await listTracks();
  while (trackIds.length > 0 && Date.now() - startMs < TRACKS_TAKE_MS) {
    await finishRemoval({ env, db, nowMs }, trackIds);
    trackIds = await listTracks();
  }
  await deleteUser(db, userId);
}

function mark({ db, userId, nowMs }: Removal, farewell: MailRow | null): Promise<readonly HandedRoom[]> {
  return markAccountDeleted(db, userId, { nowMs, avatar: REMOVED_PERSON_COLOR, farewell });
}

/** One that fails keeps no other from being done; what was not done is found again by the sweep. */
async function tellEverybody(removal: Removal, handed: readonly HandedRoom[]): Promise<void> {
  const { env, db, userId, nowMs } = removal;
  await attempt("handed-rooms", () => all(handed, (room) => tellHeir(removal, room)));
  await attempt("own-rooms", async () =>
    all(await listRoomsToRemove(db, userId), (roomId) => removeRoom(env, db, { roomId, nowMs, uploadsAtMost: 0 })),
  );
  await attempt("tracks", async () => all(await listRoomsWithTracksOf(db, userId), (room) => dropTracks(removal, room)));
  await attempt("seats", async () => all(await listMemberships(db, userId), (seat) => leave(removal, seat)));
  await attempt("lobby", async () => {
    const lobby = lobbyObject(env);
    await lobby.tell({ list: true, mine: handed.map(({ heirId }) => heirId) });
    await lobby.signOut(userId);
  });
}

async function tellHeir({ env, db }: Removal, { roomId, heirId, ...epochs }: HandedRoom): Promise<void> {
  const room = await findRoom(db, roomId);
  if (!room) return;
  await refreshSearchKey(db, room);
  await roomObject(env, roomId).seat(toRoomMetadata(room), { roles: [{ userId: heirId, role: "owner" }], epochs });
}

async function dropTracks({ env, db, userId }: Removal, room: RoomWithOwner): Promise<void> {
  const trackIds = await listTracksIn(db, room.room.id, userId);
  const object = roomObject(env, room.room.id);
  await object.drop(toRoomMetadata(room), trackIds);
  await object.forget(toRoomMetadata(room), userId);
}

/** The room forgets them before the directory does: a room that cannot be told is told later. */
async function leave({ env, db, userId }: Removal, seat: MemberWithRoom): Promise<void> {
  const { id: roomId } = seat.room;
  const object = roomObject(env, roomId);
  await object.forget(toRoomMetadata(seat), userId);
  const epochs = await deleteMember(db, { roomId, userId, role: seat.role });
  if (epochs) await object.seat(toRoomMetadata(seat), { roles: [{ userId, role: null }], isExpelled: true, epochs });
}

async function discardUploads({ env, db, userId }: Removal): Promise<void> {
  for (const upload of await listUploadsOf(db, userId, UPLOADS_AT_ONCE)) {
    await attempt("upload", () => discardUpload(env, db, upload));
  }
}

async function all<T>(items: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += ROOMS_AT_ONCE) {
    await Promise.all(items.slice(at, at + ROOMS_AT_ONCE).map((item) => attempt("room", () => run(item))));
  }
}

async function attempt(step: string, run: () => Promise<unknown>): Promise<void> {
  await run().catch((error) => logError("account-removal", error, { step }));
}
