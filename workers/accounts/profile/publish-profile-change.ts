import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { mapInChunks } from "#app/lib/chunk.ts";
import type { Db } from "#db/client.ts";
import { findPeople, listRoomsOfPerson } from "#db/queries/profile.ts";
import { type RoomWithOwner, refreshSearchKey } from "#db/queries/rooms.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { ROOMS_AT_ONCE } from "#workers/room-client/rooms-at-once.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";

/** Bounds the loop when a profile keeps changing. */
const ROUNDS_MAX = 3;

/**
 * Publishes the signed-in user's name and avatar to everything that shows them. It continues if the client disconnects. A
 * failure is only logged: the change is stored, and rooms load people again from time to time.
 */
export async function publishProfileChange({ env, db, user, waitUntil }: SignedInContext): Promise<void> {
  const publishing = publishPerson(env, db, user.id).catch((error) => {
    logError("profile-change", error, { person: user.id });
  });
  waitUntil(publishing);
  await publishing;
}

/**
 * Notifies rooms of a person's current name and avatar. It repeats this until the person has not changed
 * meanwhile, so that the last notification has the current data. A room that cannot be notified does not delay the others.
 * It is updated later: its connected people at the next session check, and all others within minutes after a person joins.
 */
async function publishPerson(env: Env, db: Db, userId: UserId): Promise<void> {
  let published = "";
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const [person] = await findPeople(db, [userId]);
    const current = JSON.stringify(person);
    if (!person || current === published) return;
    const rooms = await listRoomsOfPerson(db, userId);
    const ownRooms = rooms.filter(({ owner }) => owner.id === userId);
    await mapInChunks(ownRooms, ROOMS_AT_ONCE, (room) => refreshSearchKey(db, room));
    await mapInChunks(rooms, ROOMS_AT_ONCE, (room) => notifyRoom(env, room, person));
    published = current;
  }
}

async function notifyRoom(env: Env, room: RoomWithOwner, person: Person): Promise<void> {
  try {
    await roomObject(env, room.room.id).updatePerson(toRoomMetadata(room), person);
  } catch (error) {
    logError("profile-change", error, { room: room.room.id, person: person.id });
  }
}
