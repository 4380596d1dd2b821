import type { Context } from "hono";
import type { UserId } from "#app/domain/ids.ts";
import { type CloseReason, PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { redeemTicket } from "#workers/accounts/sign-in/socket-ticket.ts";
import { failure } from "#workers/http/failure.ts";
import { isOwnOrigin } from "#workers/http/origin-check.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { withJoinRequest } from "#workers/room-contract/join-request.ts";
import { rejectWithCloseCode } from "#workers/room-contract/reject-with-close-code.ts";
import type { Connection } from "#workers/room-object/connections.ts";
import { loadRoom, type RoomForCaller, toRoomMetadata } from "./room-access.ts";

/**
 * The door of a room: origin, version, session and access are checked before a socket gets in. Whoever cannot send a cookie
 * names a ticket (`?ticket=`).
 */
export async function roomSocketRoute(c: Context<AppEnv, "/api/rooms/:id/socket">): Promise<Response> {
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") return failure("malformed-request");
  if (!isOwnOrigin(c.req.raw)) return failure("origin-refused");
  if (Number(c.req.query("v")) !== PROTOCOL_VERSION) return rejectWithCloseCode("protocol-version");
  const { env, db, nowMs, session, roomAccessToken } = c.var.requestContext;
  const ticket = c.req.query("ticket");
  const signedIn = ticket === undefined ? await session() : await redeemTicket(env, db, { ticket, nowMs });
  if (ticket !== undefined && !signedIn) return failure("login-required");
  const visitor = signedIn?.user ?? null;
  const roomForCaller = await loadRoom({ db, nowMs, roomAccessToken, user: visitor }, c.req.param("id"));
  if (!roomForCaller) return rejectWithCloseCode("room-removed");
  const { room, role, refusal, accessUntilMs } = roomForCaller;
  const enter = (who: { readonly connection: Connection } | { readonly waiting: UserId }) => {
    const joinRequest = { ...toRoomMetadata(roomForCaller), ...who };
    return roomObject(env, room.id).fetch(withJoinRequest(c.req.raw, joinRequest));
  };
  // whoever can be named may be let in while they stand there: by an answer, or by somebody who adds them
  if (refusal && visitor) return enter({ waiting: visitor.id });
  if (refusal) return rejectWithCloseCode(CLOSE_REASONS[refusal]);
  const person = visitor && { id: visitor.id, name: visitor.name, avatar: visitor.avatar };
  const { mediaEpoch } = room;
  const sessionId = signedIn?.id ?? null;
  const connection = {
    person,
    sessionId,
    role,
    joinedAtMs: nowMs,
    roundTripMs: null,
    mediaUntilMs: 0,
    mediaEpoch,
    accessUntilMs,
  };
  return enter({ connection });
}

const CLOSE_REASONS = {
  "room-password-required": "password-required",
  "room-token-expired": "token-expired",
} as const satisfies Record<NonNullable<RoomForCaller["refusal"]>, CloseReason>;
