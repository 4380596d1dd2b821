import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { findPeople, listMembersOfOwner, listRoomsOfPerson } from "#db/queries/profile.ts";
import { type RoomWithOwner, refreshSearchKey } from "#db/queries/rooms.ts";
import { logError } from "#workers/http/log-error.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { toRoomMetadata } from "#workers/rooms/room-access.ts";

type Teller = { readonly env: Env; readonly db: Db };

const ROOMS_AT_ONCE = 20;
/** Whoever changes over and over tells the rooms of it too. */
const ROUNDS_MAX = 3;

/**
 * Tells the rooms, and the lists of rooms, how somebody is called and looks now, until that has not changed meanwhile: what
 * is told last is true. A room that cannot be told keeps the others from nothing. It finds out by itself, as those do that
 * nobody knows of: who is in it at its next look, its owner by what the next Worker says, and whom it remembers within
 * minutes of somebody coming.
 */
export async function notifyPersonChange(teller: Teller, userId: UserId): Promise<void> {
  const { env, db } = teller;
  let told = "";
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const [person] = await findPeople(db, [userId]);
    const telling = JSON.stringify(person);
    if (!person || telling === told) return;
    const rooms = await listRoomsOfPerson(db, userId);
    const own = rooms.filter(({ owner }) => owner.id === userId);
    await inTurns(own, (room) => refreshSearchKey(db, room));
    await inTurns(rooms, (room) => tell(env, room, person));
    if (own.length > 0) {
      const list = own.some(({ room }) => room.visibility === "public");
      await lobbyObject(env).tell({ list, mine: await listMembersOfOwner(db, userId) });
    }
    told = telling;
  }
}

async function tell(env: Env, room: RoomWithOwner, person: Person): Promise<void> {
  try {
    await roomObject(env, room.room.id).introduce(toRoomMetadata(room), person);
  } catch (error) {
    logError("person-telling", error, { room: room.room.id, person: person.id });
  }
}

async function inTurns<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += ROOMS_AT_ONCE) await Promise.all(items.slice(at, at + ROOMS_AT_ONCE).map(run));
}
