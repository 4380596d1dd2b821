import type { Context } from "hono";
import { LOBBY_VERSION } from "#app/protocol/lobby-socket.ts";
import { failure } from "../http/failure.ts";
import { isOwnOrigin } from "../middleware/origin-check.ts";
import type { AppEnv } from "../request-scope.ts";
import { withLooker } from "./lobby-object.ts";
import { lobbyObject } from "./lobby-stub.ts";

/** The door of the lobby: anyone may look at the list; whose news they get is told by their session. */
export async function lobbySocketRoute(c: Context<AppEnv>): Promise<Response> {
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") return failure("malformed-request");
  if (!isOwnOrigin(c.req.raw)) return failure("origin-refused");
  if (Number(c.req.query("v")) !== LOBBY_VERSION) return failure("protocol-version");
  const { env, user } = c.var.scope;
  return lobbyObject(env).fetch(withLooker(c.req.raw, (await user())?.id ?? null));
}
