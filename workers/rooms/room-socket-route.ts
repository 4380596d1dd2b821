import type { Context } from "hono";
import type { DeviceId } from "#app/domain/ids.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { type CloseReason, PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { findRoom } from "#db/queries/rooms.ts";
import { createTicket, verifyTicket } from "#workers/accounts/sign-in/ticket.ts";
import { newId } from "#workers/crypto/random.ts";
import { failure } from "#workers/http/failure.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import { isSameOrigin } from "#workers/http/origin-check.ts";
import type { AppEnv, RequestContext } from "#workers/http/request-context.ts";
import { loadRoom, type RoomForCaller } from "#workers/room-access/room-access.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { type JoinRequest, withJoinRequest } from "#workers/room-contract/join-request.ts";
import { rejectWithCloseCode } from "#workers/room-contract/reject-with-close-code.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";

/** The user and session that open a socket, from a cookie or a ticket. Null for a guest. */
type SocketCaller = { readonly user: SessionUser; readonly id: string } | null;

const CLOSE_REASONS = {
  "room-password-required": "password-required",
  "room-token-expired": "token-expired",
  "room-token-invalid": "password-required",
} as const satisfies Record<NonNullable<RoomForCaller["refusal"]>, CloseReason>;

/**
 * Opens a room's WebSocket: checks origin, protocol version, session and access, and forwards the request to the room
 * object. A client that cannot send a cookie names a ticket (`?ticket=`).
 */
export async function roomSocketRoute(c: Context<AppEnv, "/api/rooms/:id/socket">): Promise<Response> {
  const { req } = c;
  const { requestContext } = c.var;
  if (req.header("Upgrade")?.toLowerCase() !== "websocket") return failure("malformed-request");
  if (!isSameOrigin(req.raw)) return failure("origin-refused");
  if (Number(req.query("v")) !== PROTOCOL_VERSION) return rejectWithCloseCode("protocol-version");
  const caller = await loadCaller(requestContext, { ticket: req.query("ticket"), idOrUrl: req.param("id") });
  if (caller === "refused") return failure("login-required");
  const { env, db, nowMs, roomAccessToken } = requestContext;
  const room = await loadRoom({ env, db, nowMs, roomAccessToken, user: caller?.user ?? null }, req.param("id"));
  if (!room) return rejectWithCloseCode("room-removed");
  // a guest does not wait: without an account they cannot get access
  if (room.refusal && !caller) return rejectWithCloseCode(CLOSE_REASONS[room.refusal]);
  return roomObject(env, room.room.id).fetch(withJoinRequest(req.raw, toJoinRequest(requestContext, room, caller)));
}

type SocketRequest = { readonly ticket: string | undefined; readonly idOrUrl: string };

async function loadCaller(context: RequestContext, { ticket, idOrUrl }: SocketRequest): Promise<SocketCaller | "refused"> {
  if (ticket === undefined) return context.session();
  const found = await findRoom(context.db, idOrUrl);
  return (found && (await verifyTicket(context, ticket, found.room.id))) ?? "refused";
}

/** Issues a ticket for the room's socket. A token may ask for one: the socket ends with the session. */
export async function roomTicketRoute(c: Context<AppEnv, "/api/rooms/:id/ticket">): Promise<Response> {
  const { env, db, nowMs, session } = c.var.requestContext;
  const current = await session();
  if (!current) return failure("login-required");
  const found = await findRoom(db, c.req.param("id"));
  if (!found) return failure("room-not-found");
  return c.json(createTicket(env.APP_SECRET, { sessionId: current.id, roomId: found.room.id, nowMs }), 200, NO_STORE);
}

function toJoinRequest({ address, nowMs }: RequestContext, room: RoomForCaller, caller: SocketCaller): JoinRequest {
  const metadata = { ...toRoomMetadata(room), address };
  if (room.refusal && caller) return { ...metadata, waiting: caller.user.id };
  const connection = {
    deviceId: newId<DeviceId>(),
    person: caller && { id: caller.user.id, name: caller.user.name, avatar: caller.user.avatar },
    // a guest sends it over the connection
    guestName: null,
    sessionId: caller?.id ?? null,
    role: room.role,
    joinedAtMs: nowMs,
    roundTripMs: null,
    mediaUntilMs: 0,
    mediaEpoch: room.room.mediaEpoch,
    accessUntilMs: room.accessUntilMs,
  };
  return { ...metadata, connection };
}
