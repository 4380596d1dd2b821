import { createMiddleware } from "hono/factory";
import { failure } from "./failure.ts";
import type { AppEnv } from "./request-context.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses what another site makes a browser send. Scripts send no origin, and no cookie that was not given to them. */
export const originCheck = createMiddleware<AppEnv>(async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method) && !isOwnOrigin(c.req.raw)) return failure("origin-refused");
  return next();
});

/** Somebody goes there: from a page of ours, or by an address of their own; no picture or frame in another's page asks. */
export function isOwnNavigation(request: Request): boolean {
  const destination = request.headers.get("Sec-Fetch-Dest");
  return isOwnOrigin(request) && (destination === null || destination === "document");
}

export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin === new URL(request.url).origin;
  const site = request.headers.get("Sec-Fetch-Site");
  return site === null || site === "same-origin" || site === "none";
}
