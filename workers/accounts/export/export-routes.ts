import { type Context, Hono } from "hono";
import { SECOND_MS } from "#app/domain/units.ts";
import { findSession } from "#db/queries/sessions.ts";
import { findUser } from "#db/queries/users.ts";
import { attachmentHeader } from "#workers/http/attachment.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import { isSameOrigin } from "#workers/http/origin-check.ts";
import type { AppEnv, RequestContext } from "#workers/http/request-context.ts";
import { allowAccountExport } from "#workers/rate-limits/user-limits.ts";
import { createZip, toStream } from "./export-archive.ts";
import { listExportFiles } from "./export-files.ts";

const SESSION_CHECK_MS = SECOND_MS;

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
  const chunks = whileSignedIn(c.var.requestContext, session.id, createZip(files, nowMs));
  const body = toStream(chunks, (error) => logError("account-export", error));
  const day = new Date(nowMs).toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": attachmentHeader(`tutti-${user.username}-${day}.zip`),
      "Cache-Control": "private, no-store",
    },
  });
}

/** The chunks of an archive, and an error once the session has ended: a large archive takes minutes. */
async function* whileSignedIn(
  { db }: Pick<RequestContext, "db">,
  sessionId: string,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let checkedAtMs = Date.now();
  for await (const chunk of chunks) {
    const nowMs = Date.now();
    if (nowMs - checkedAtMs >= SESSION_CHECK_MS) {
      if (!(await findSession(db, { tokenHash: sessionId, nowMs }))) throw new Error("the session has ended");
      checkedAtMs = nowMs;
    }
    yield chunk;
  }
}
