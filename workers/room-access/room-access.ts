import {
  can,
  type EffectiveRole,
  isMember,
  type Role,
  type RoomAction,
  toEffectiveRole,
} from "#app/domain/access/permissions.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { findRole, findRoom, type RoomRow, type RoomWithOwner } from "#db/queries/rooms.ts";
import type { FunctionContext } from "#workers/functions/define.ts";
import { type RoomMetadata, toRoomMetadata } from "#workers/room-contract/room-metadata.ts";
import { type RoomTokenError, verifyRoomToken } from "./room-token.ts";

type Caller = Pick<FunctionContext, "env" | "db" | "user" | "roomAccessToken" | "nowMs">;

/** A room, the caller's role in it, and whether the caller may enter. */
export type RoomForCaller = RoomWithOwner & {
  readonly role: Role | null;
  /** Why the caller may not enter; null if they may. */
  readonly refusal: "room-password-required" | RoomTokenError | null;
  /** The expiry of the room access token that admits the caller; null if none is needed. */
  readonly accessUntilMs: number | null;
};

/** A room that the caller may enter, with the caller's rights in it. */
export type RoomAccess = {
  readonly room: RoomRow;
  /** Passed to the room object with every call. */
  readonly metadata: RoomMetadata;
  readonly role: Role | null;
  readonly effectiveRole: EffectiveRole;
  readonly accessUntilMs: number | null;
};

/** Loads a room if the caller may enter it and may perform the action in it. A guest is asked to sign in. */
export async function authorizeRoomAction(caller: Caller, idOrUrl: string, action: RoomAction): Promise<Result<RoomAccess>> {
  const room = await loadRoom(caller, idOrUrl);
  if (!room) return fail("room-not-found");
  if (room.refusal) return fail(room.refusal);
  const access = toRoomAccess(room, caller);
  if (can(access.effectiveRole, action, access.metadata.info)) return ok(access);
  return fail(caller.user ? "forbidden" : "login-required");
}

/** Skips the access check. */
export function toRoomAccess(roomForCaller: RoomForCaller, { user }: Pick<Caller, "user">): RoomAccess {
  const { room, role, accessUntilMs } = roomForCaller;
  const effectiveRole = toEffectiveRole(role, user !== null);
  return { room, metadata: toRoomMetadata(roomForCaller), role, effectiveRole, accessUntilMs };
}

/** Loads a room without enforcing access; the caller decides what to do with a refusal. Null if there is no such room. */
export async function loadRoom(caller: Caller, idOrUrl: string): Promise<RoomForCaller | null> {
  const { db, user } = caller;
  const found = await findRoom(db, idOrUrl);
  if (!found) return null;
  const role = user ? await findRole(db, found.room.id, user.id) : null;
  return { ...found, role, ...(await checkPassword(caller, found.room, role)) };
}

/** Members need no password. Others need a valid room access token, which was issued for this browser session. */
async function checkPassword(
  caller: Caller,
  room: RoomRow,
  role: Role | null,
): Promise<Pick<RoomForCaller, "refusal" | "accessUntilMs">> {
  const { roomAccessToken } = caller;
  if (!room.passwordHash || isMember(role)) return { refusal: null, accessUntilMs: null };
  if (!roomAccessToken) return { refusal: "room-password-required", accessUntilMs: null };
  const { token, sessionId } = roomAccessToken;
  const verified = await verifyRoomToken(caller, token, { roomId: room.id, sessionId });
  if (!verified.ok) return { refusal: verified.error, accessUntilMs: null };
  return { refusal: null, accessUntilMs: verified.value.expiresAtMs };
}
