import { Hono } from "hono";
import { findUser } from "#db/queries/users.ts";
import { attachment } from "#workers/http/attachment.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import { isOwnOrigin } from "#workers/http/origin-check.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { mayExport } from "#workers/rate-limits/rate-limits.ts";
import { filesOf } from "./export-account.ts";
import { streamOf, zipOf } from "./export-archive.ts";

/** Everything that is kept of whoever asks, as one archive. */
export const exportRoutes = new Hono<AppEnv>().get("/api/account/export", async (c) => {
  const { env, db, nowMs, user: caller } = c.var.requestContext;
  // another's page could use up the exports of whoever looks at it
  if (!isOwnOrigin(c.req.raw)) return failure("origin-refused");
  const id = (await caller())?.id;
  const user = id && (await findUser(db, id));
  if (!user) return failure("login-required");
  if (!(await mayExport(db, user.id, nowMs))) return failure("too-many-attempts");
  const files = await filesOf({ env, db, user, nowMs, origin: new URL(c.req.url).origin });
  const body = streamOf(zipOf(files, nowMs), (error) => logError("account-export", error));
  const day = new Date(nowMs).toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": attachment(`tutti-${user.username}-${day}.zip`),
      "Cache-Control": "private, no-store",
    },
  });
});
