import { Hono } from "hono";
import { findUser } from "#db/queries/users.ts";
import { mayExport } from "../auth/attempts.ts";
import { attachment } from "../http/attachment.ts";
import { failure } from "../http/failure.ts";
import { logFault } from "../http/log.ts";
import { isOwnOrigin } from "../middleware/origin-check.ts";
import type { AppEnv } from "../request-scope.ts";
import { filesOf } from "./export-account.ts";
import { streamOf, zipOf } from "./export-archive.ts";

/** Everything that is kept of whoever asks, as one archive. */
export const exportRoutes = new Hono<AppEnv>().get("/api/account/export", async (c) => {
  const { env, db, nowMs, user: caller } = c.var.scope;
  // another's page could use up the exports of whoever looks at it
  if (!isOwnOrigin(c.req.raw)) return failure("origin-refused");
  const id = (await caller())?.id;
  const user = id && (await findUser(db, id));
  if (!user) return failure("login-required");
  if (!(await mayExport(db, user.id, nowMs))) return failure("too-many-attempts");
  const files = await filesOf({ env, db, user, nowMs, origin: new URL(c.req.url).origin });
  const body = streamOf(zipOf(files, nowMs), (error) => logFault("account-export", error));
  const day = new Date(nowMs).toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": attachment(`tutti-${user.username}-${day}.zip`),
      "Cache-Control": "private, no-store",
    },
  });
});
