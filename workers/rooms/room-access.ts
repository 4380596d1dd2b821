import { isMember, type Role, type Standing, standingOf } from "#app/domain/access/permissions.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { findRoomToken } from "#db/queries/room-tokens.ts";
import { findRole, findRoom, type RoomRow, type RoomWithOwner } from "#db/queries/rooms.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import type { FunctionContext } from "#workers/functions/define.ts";
import type { RoomNews } from "#workers/room-contract/room-metadata.ts";

/** A room, who asks for it, and whether they may see what is in it. */
export type Doorway = RoomWithOwner & {
  readonly role: Role | null;
  /** Null: they may come in. */
  readonly refusal: "room-password-required" | "room-token-expired" | null;
  /** When a password's token that lets them in is over; null: they are in by right. */
  readonly accessUntilMs: number | null;
};

/** A room that the caller may see, and what they are in it. */
export type RoomAccess = {
  readonly room: RoomRow;
  /** What the room itself is told. */
  readonly news: RoomNews;
  readonly role: Role | null;
  readonly standing: Standing;
  readonly accessUntilMs: number | null;
};

type Caller = Pick<FunctionContext, "db" | "user" | "roomKey" | "nowMs">;

/** The one gate to a room, for functions, sockets and uploads alike. */
export async function accessRoom(caller: Caller, idOrUrl: string): Promise<Result<RoomAccess>> {
  const doorway = await lookAtRoom(caller, idOrUrl);
  if (!doorway) return fail("room-not-found");
  return doorway.refusal ? fail(doorway.refusal) : ok(accessBy(doorway, caller));
}

/** By a door that is known to be open, or that does not matter. */
export function accessBy(doorway: Doorway, { user }: Pick<Caller, "user">): RoomAccess {
  const { room, role, accessUntilMs } = doorway;
  return { room, news: newsOf(doorway), role, standing: standingOf(role, user !== null), accessUntilMs };
}

/** What stands before the gate: for those who decide what to show there. */
export async function lookAtRoom(caller: Caller, idOrUrl: string): Promise<Doorway | null> {
  const { db, user } = caller;
  const found = await findRoom(db, idOrUrl);
  if (!found) return null;
  const role = user ? await findRole(db, found.room.id, user.id) : null;
  return { ...found, role, ...(await judge(caller, found.room, role)) };
}

async function judge(
  { db, roomKey, nowMs }: Caller,
  room: RoomRow,
  role: Role | null,
): Promise<Pick<Doorway, "refusal" | "accessUntilMs">> {
  if (!room.passwordHash || isMember(role)) return { refusal: null, accessUntilMs: null };
  if (!roomKey) return { refusal: "room-password-required", accessUntilMs: null };
  const token = await findRoomToken(db, tokenHash(roomKey.token));
  const isForHere = token?.roomId === room.id && token.sessionId === roomKey.sessionId;
  // tokens that are over are removed in time: one that nobody knows is taken for one of them
  if (!isForHere || token.expiresAtMs <= nowMs) return { refusal: "room-token-expired", accessUntilMs: null };
  return { refusal: null, accessUntilMs: token.expiresAtMs };
}

export function newsOf({ room, owner }: RoomWithOwner): RoomNews {
  const { id, name, description, url, visibility, isFair, isLeveled, accessEpoch, mediaEpoch } = room;
  const hasPassword = room.passwordHash !== null;
  const info = { id, name, description, url, visibility, hasPassword, owner, isFair, isLeveled };
  return { info, epochs: { accessEpoch, mediaEpoch } };
}
