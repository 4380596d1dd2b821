import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./request-context.ts";

/** Lets only the visitor's own browser cache a page, and revalidate it each time. A page that sets `Cache-Control` keeps it. */
export const pageCaching = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "private, no-cache");
});
