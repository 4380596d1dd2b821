import { type EffectiveRole, isMember, type Role, toEffectiveRole } from "#app/domain/access/permissions.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { findRoomToken } from "#db/queries/room-tokens.ts";
import { findRole, findRoom, type RoomRow, type RoomWithOwner } from "#db/queries/rooms.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import type { FunctionContext } from "#workers/functions/define.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";

/** A room, who asks for it, and whether they may see what is in it. */
export type RoomForCaller = RoomWithOwner & {
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
  readonly metadata: RoomMetadata;
  readonly role: Role | null;
  readonly effectiveRole: EffectiveRole;
  readonly accessUntilMs: number | null;
};

type Caller = Pick<FunctionContext, "db" | "user" | "roomAccessToken" | "nowMs">;

/** The one gate to a room, for functions, sockets and uploads alike. */
export async function loadAccessibleRoom(caller: Caller, idOrUrl: string): Promise<Result<RoomAccess>> {
  const roomForCaller = await loadRoom(caller, idOrUrl);
  if (!roomForCaller) return fail("room-not-found");
  return roomForCaller.refusal ? fail(roomForCaller.refusal) : ok(toRoomAccess(roomForCaller, caller));
}

/** By a door that is known to be open, or that does not matter. */
export function toRoomAccess(roomForCaller: RoomForCaller, { user }: Pick<Caller, "user">): RoomAccess {
  const { room, role, accessUntilMs } = roomForCaller;
  return {
    room,
    metadata: toRoomMetadata(roomForCaller),
    role,
    effectiveRole: toEffectiveRole(role, user !== null),
    accessUntilMs,
  };
}

/** What stands before the gate: for those who decide what to show there. */
export async function loadRoom(caller: Caller, idOrUrl: string): Promise<RoomForCaller | null> {
  const { db, user } = caller;
  const found = await findRoom(db, idOrUrl);
  if (!found) return null;
  const role = user ? await findRole(db, found.room.id, user.id) : null;
  return { ...found, role, ...(await judge(caller, found.room, role)) };
}

async function judge(
  { db, roomAccessToken, nowMs }: Caller,
  room: RoomRow,
  role: Role | null,
): Promise<Pick<RoomForCaller, "refusal" | "accessUntilMs">> {
  if (!room.passwordHash || isMember(role)) return { refusal: null, accessUntilMs: null };
  if (!roomAccessToken) return { refusal: "room-password-required", accessUntilMs: null };
  const token = await findRoomToken(db, tokenHash(roomAccessToken.token));
  const isForHere = token?.roomId === room.id && token.sessionId === roomAccessToken.sessionId;
  // tokens that are over are removed in time: one that nobody knows is taken for one of them
  if (!isForHere || token.expiresAtMs <= nowMs) return { refusal: "room-token-expired", accessUntilMs: null };
  return { refusal: null, accessUntilMs: token.expiresAtMs };
}

export function toRoomMetadata({ room, owner }: RoomWithOwner): RoomMetadata {
  const { id, name, description, url, visibility, isFair, isLeveled, accessEpoch, mediaEpoch } = room;
  const hasPassword = room.passwordHash !== null;
  const info = { id, name, description, url, visibility, hasPassword, owner, isFair, isLeveled };
  return { info, epochs: { accessEpoch, mediaEpoch } };
}
