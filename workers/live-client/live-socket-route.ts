import type { Context } from "hono";
import { failure } from "#workers/http/failure.ts";
import { isSameOrigin } from "#workers/http/origin-check.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { withCaller } from "#workers/live-contract/live-caller.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";

/** The version of the client's protocol, such as `1.48.0`. Version 1 of the package has one protocol. */
const SUPPORTED_VERSION = /^1\.\d+\.\d+$/;

/**
 * Opens a socket of the live queries for the `convex` client. It acts for the session of the cookie, until the client signs in
 * with an access token.
 */
export async function liveSocketRoute(c: Context<AppEnv, "/api/:version/sync">): Promise<Response> {
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") return failure("malformed-request");
  if (!SUPPORTED_VERSION.test(c.req.param("version"))) return failure("not-found");
  if (!isSameOrigin(c.req.raw)) return failure("origin-refused");
  const { env, session, address, locale, roomAccessToken } = c.var.requestContext;
  const caller = await session();
  const identity = { sessionId: caller?.id ?? null, userId: caller?.user.id ?? null, isByToken: caller?.isByToken ?? false };
  const request = withCaller(c.req.raw, { ...identity, address, locale, roomAccessToken });
  return request ? liveObject(env).fetch(request) : failure("malformed-request");
}
