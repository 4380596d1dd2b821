import type { Context } from "hono";
import { CLOSE_CODES, type CloseReason, PROTOCOL_VERSION } from "#app/protocol/room-socket.ts";
import { accessRoom } from "../functions/room-access.ts";
import { failure } from "../http/failure.ts";
import { isOwnOrigin } from "../middleware/origin-check.ts";
import type { AppEnv } from "../request-scope.ts";
import { withEntrance } from "./entrance.ts";
import { roomObject } from "./room-stub.ts";

/** The door of a room: origin, version, session and access are checked before a socket gets in. */
export async function roomSocketRoute(c: Context<AppEnv, "/api/rooms/:id/socket">): Promise<Response> {
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") return failure("malformed-request");
  if (!isOwnOrigin(c.req.raw)) return failure("origin-refused");
  if (Number(c.req.query("v")) !== PROTOCOL_VERSION) return turnAway("protocol-version");
  const { env, db, nowMs, user } = c.var.scope;
  const visitor = await user();
  const access = await accessRoom(db, c.req.param("id"), visitor);
  if (!access.ok) return turnAway("room-gone");
  const { info, role } = access.value;
  const person = visitor && { id: visitor.id, name: visitor.name, avatar: visitor.avatar };
  const device = { person, role, joinedAtMs: nowMs, roundTripMs: null, mediaUntilMs: 0 };
  return roomObject(env, info.id).fetch(withEntrance(c.req.raw, { info, device }));
}

/** Browsers do not tell a page why a handshake failed; a close code they do. */
function turnAway(reason: CloseReason): Response {
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  server.close(CLOSE_CODES[reason], reason);
  return new Response(null, { status: 101, webSocket: client });
}
