import { createMiddleware } from "hono/factory";
import { failure } from "./failure.ts";
import type { AppEnv } from "./request-context.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that another site triggers in a browser (CSRF). Clients that are not browsers send no `Origin`; they
 * carry only the cookies they were given.
 */
export const originCheck = createMiddleware<AppEnv>(async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method) && !isSameOrigin(c.req.raw)) return failure("origin-refused");
  return next();
});

/** Whether a page of this origin, or a typed address, opened this URL. False for images and frames, of any site. */
export function isSameOriginNavigation(request: Request): boolean {
  const destination = request.headers.get("Sec-Fetch-Dest");
  return isSameOrigin(request) && (destination === null || destination === "document");
}

/** Whether the request comes from this origin, from a typed address, or from a client that is not a browser. */
export function isSameOrigin(request: Request): boolean {
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin === new URL(request.url).origin;
  const site = request.headers.get("Sec-Fetch-Site");
  return site === null || site === "same-origin" || site === "none";
}
