import type { Context } from "hono";
import { LOBBY_VERSION } from "#app/protocol/lobby-messages.ts";
import { failure } from "#workers/http/failure.ts";
import { isOwnOrigin } from "#workers/http/origin-check.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { withViewer } from "#workers/lobby-object/lobby-object.ts";
import { lobbyObject } from "./lobby-stub.ts";

/** The door of the lobby: anyone may look at the list; whose news they get is told by their session. */
export async function lobbySocketRoute(c: Context<AppEnv>): Promise<Response> {
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") return failure("malformed-request");
  if (!isOwnOrigin(c.req.raw)) return failure("origin-refused");
  if (Number(c.req.query("v")) !== LOBBY_VERSION) return failure("protocol-version");
  const { env, user } = c.var.requestContext;
  return lobbyObject(env).fetch(withViewer(c.req.raw, (await user())?.id ?? null));
}
