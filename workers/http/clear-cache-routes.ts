import { Hono } from "hono";
import { NO_STORE } from "./no-store.ts";
import type { AppEnv } from "./request-context.ts";

/** Clears the browser's HTTP cache of this origin. Guests may call it too. */
export const clearCacheRoutes = new Hono<AppEnv>().post("/api/clear-cache", (c) =>
  c.json({ success: true }, 200, { "Clear-Site-Data": '"cache"', ...NO_STORE }),
);
