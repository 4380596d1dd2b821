import { Hono } from "hono";
import { SHARE_MISSED, SHARE_PATH } from "#app/protocol/service-worker.ts";
import type { AppEnv } from "./request-context.ts";

/**
 * A share that a browser without the service worker sends here. Nothing of it is read; the page says what to do. It changes
 * nothing, so its origin is not checked: the system that shares has none.
 */
export const shareRoutes = new Hono<AppEnv>().post(SHARE_PATH, (c) => {
  c.header("Cache-Control", "no-store");
  return c.redirect(`${SHARE_PATH}?${SHARE_MISSED}=1`, 303);
});
