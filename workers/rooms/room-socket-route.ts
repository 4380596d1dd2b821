import type { Context } from "hono";
import type { UserId } from "#app/domain/ids.ts";
import { type CloseReason, PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { redeemTicket } from "#workers/accounts/sign-in/socket-ticket.ts";
import { failure } from "#workers/http/failure.ts";
import { isOwnOrigin } from "#workers/http/origin-check.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { withEntrance } from "#workers/room-contract/join-request.ts";
import { turnAway } from "#workers/room-contract/reject-with-close-code.ts";
import type { Device } from "#workers/room-object/connections.ts";
import { type Doorway, lookAtRoom, newsOf } from "./room-access.ts";

/**
 * The door of a room: origin, version, session and access are checked before a socket gets in. Whoever cannot send a cookie
 * names a ticket (`?ticket=`).
 */
export async function roomSocketRoute(c: Context<AppEnv, "/api/rooms/:id/socket">): Promise<Response> {
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") return failure("malformed-request");
  if (!isOwnOrigin(c.req.raw)) return failure("origin-refused");
  if (Number(c.req.query("v")) !== PROTOCOL_VERSION) return turnAway("protocol-version");
  const { env, db, nowMs, session, roomKey } = c.var.scope;
  const ticket = c.req.query("ticket");
  const signedIn = ticket === undefined ? await session() : await redeemTicket(env, db, { ticket, nowMs });
  if (ticket !== undefined && !signedIn) return failure("login-required");
  const visitor = signedIn?.user ?? null;
  const doorway = await lookAtRoom({ db, nowMs, roomKey, user: visitor }, c.req.param("id"));
  if (!doorway) return turnAway("room-gone");
  const { room, role, refusal, accessUntilMs } = doorway;
  const enter = (who: { readonly device: Device } | { readonly waiting: UserId }) => {
    const entrance = { ...newsOf(doorway), ...who };
    return roomObject(env, room.id).fetch(withEntrance(c.req.raw, entrance));
  };
  // whoever can be named may be let in while they stand there: by an answer, or by somebody who adds them
  if (refusal && visitor) return enter({ waiting: visitor.id });
  if (refusal) return turnAway(CLOSE_REASONS[refusal]);
  const person = visitor && { id: visitor.id, name: visitor.name, avatar: visitor.avatar };
  const { mediaEpoch } = room;
  const sessionId = signedIn?.id ?? null;
  const device = { person, sessionId, role, joinedAtMs: nowMs, roundTripMs: null, mediaUntilMs: 0, mediaEpoch, accessUntilMs };
  return enter({ device });
}

const CLOSE_REASONS = {
  "room-password-required": "password-required",
  "room-token-expired": "token-expired",
} as const satisfies Record<NonNullable<Doorway["refusal"]>, CloseReason>;
