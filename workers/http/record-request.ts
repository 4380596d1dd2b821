import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { count, observe } from "#workers/metrics/metrics.ts";
import { logEvent } from "./log-event.ts";
import type { AppEnv } from "./request-context.ts";

/** Names the request in the response's `X-Request-Id`, and logs and counts it. */
export const recordRequest = createMiddleware<AppEnv>(async (c, next) => {
  const startMs = Date.now();
  await next();
  const { method, path } = c.req;
  const { requestId, usedSession } = c.var.requestContext;
  const { status } = c.res;
  const ms = Date.now() - startMs;
  const kind = toKind(path);
  // the headers of a response to a WebSocket request are immutable
  if (status !== 101) c.res.headers.set("X-Request-Id", requestId);
  count("tutti_http_requests_total", { kind, status });
  observe("tutti_http_request_seconds", ms, { kind });
  const ray = readRayId(c.req.header("CF-Ray"));
  const user = (await usedSession())?.user.id;
  logEvent("request", { method, route: describeRoute(c), status, ms, ...(user && { user }), ...(ray && { ray }) });
});

/** The route's pattern, because addresses of invitations and password resets must not be logged. */
export function describeRoute(c: Context<AppEnv>): string {
  // without the expressions that limit its parameters
  const pattern = routePath(c).replace(/\{[^}]*\}/g, "");
  return pattern.includes("*") ? `/${c.req.path.split("/")[1] ?? ""}` : pattern;
}

/** Cloudflare's id of the request. A client can send any header to a server of one's own, so only an id is logged. */
function readRayId(header = ""): string | null {
  return /^[0-9a-f]{16}(-[A-Z]{3})?$/.test(header) ? header : null;
}

function toKind(path: string): "api" | "media" | "socket" | "page" {
  if (path.endsWith("/socket")) return "socket";
  if (path.startsWith("/media/")) return "media";
  return path.startsWith("/api/") ? "api" : "page";
}
