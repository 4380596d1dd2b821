import { type Context, Hono } from "hono";
import { findUser } from "#db/queries/users.ts";
import { attachmentHeader } from "#workers/http/attachment.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import { isSameOrigin } from "#workers/http/origin-check.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { allowAccountExport } from "#workers/rate-limits/user-limits.ts";
import { createZip, toStream } from "./export-archive.ts";
import { listExportFiles } from "./export-files.ts";

export const exportRoutes = new Hono<AppEnv>().get("/api/account/export", exportAccount);

/** Downloads everything that is stored about the signed-in user, as one archive. */
async function exportAccount(c: Context<AppEnv>): Promise<Response> {
  const { env, db, nowMs } = c.var.requestContext;
  // another site could use up the exports of its visitors
  if (!isSameOrigin(c.req.raw)) return failure("origin-refused");
  const session = await c.var.requestContext.session();
  if (session?.isByToken) return failure("token-insufficient");
  const user = session && (await findUser(db, session.user.id));
  if (!user) return failure("login-required");
  const allowed = await allowAccountExport(db, user.id, nowMs);
  if (!allowed.ok) return failure(allowed.error);
  const files = await listExportFiles({ env, db, user, nowMs, origin: new URL(c.req.url).origin });
  const body = toStream(createZip(files, nowMs), (error) => logError("account-export", error));
  const day = new Date(nowMs).toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": attachmentHeader(`tutti-${user.username}-${day}.zip`),
      "Cache-Control": "private, no-store",
    },
  });
}
