import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./request-context.ts";

/** A page is whoever's looks at it: it is kept for them only, and asked for anew. One that says something else is left at it. */
export const pageCaching = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "private, no-cache");
});
