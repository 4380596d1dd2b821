import type { Context } from "hono";
import { LOBBY_VERSION } from "#app/protocol/lobby-messages.ts";
import { failure } from "#workers/http/failure.ts";
import { isSameOrigin } from "#workers/http/origin-check.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { withAddress } from "#workers/work/calling-address.ts";
import { lobbyObject } from "./lobby-stub.ts";

/** Connects a page to the lobby. Needs no session. */
export async function lobbySocketRoute(c: Context<AppEnv>): Promise<Response> {
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") return failure("malformed-request");
  if (!isSameOrigin(c.req.raw)) return failure("origin-refused");
  if (Number(c.req.query("v")) !== LOBBY_VERSION) return failure("protocol-version");
  return lobbyObject(c.env).fetch(withAddress(c.req.raw, c.var.requestContext.address));
}
