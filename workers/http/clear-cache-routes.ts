import { Hono } from "hono";
import type { AppEnv } from "./request-context.ts";

/** Anybody may have their own browser forget what it has fetched from here. */
export const clearCacheRoutes = new Hono<AppEnv>().post("/api/clear-cache", (c) =>
  c.json({ success: true }, 200, { "Clear-Site-Data": '"cache"', "Cache-Control": "no-store" }),
);
