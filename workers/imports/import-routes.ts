import { Hono } from "hono";
import { z } from "zod";
import { can } from "#app/domain/access/permissions.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { LinkImportUpdate } from "#app/protocol/http.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { allowLinkImport } from "#workers/rate-limits/user-limits.ts";
import { loadAccessibleRoom } from "#workers/room-access/room-access.ts";
import { importFromLink } from "./import-from-link.ts";

const bodySchema = z.strictObject({ link: z.string().min(1).max(10_000) });

/**
 * Imports the file that a link leads to into a room. The response is a stream of JSON lines, so that the client can show the
 * progress. The import is aborted if the client disconnects.
 */
export const linkRoutes = new Hono<AppEnv>().post("/api/rooms/:id/links", async (c) => {
  const { env, db, nowMs, waitUntil, address, locale, roomAccessToken, session: readSession } = c.var.requestContext;
  const session = await readSession();
  if (!session) return failure("login-required");
  const body = bodySchema.safeParse(await readJson(c.req.raw));
  if (!body.success) return failure("invalid-arguments");
  const { user, id: sessionId } = session;
  const context = { env, db, nowMs, waitUntil, address, locale, roomAccessToken, user, sessionId };
  const access = await loadAccessibleRoom(context, c.req.param("id"));
  if (!access.ok) return failure(access.error);
  if (!can(access.value.effectiveRole, "add-tracks")) return failure("forbidden");
  if (!(await allowLinkImport(db, user.id, nowMs))) return failure("too-many-attempts");
  return streamImport(context, { roomId: access.value.room.id, link: body.data.link });
});

/** Responds at once, and imports the file while the response is read. */
function streamImport(context: SignedInContext, target: { readonly roomId: RoomId; readonly link: string }): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const disconnected = new AbortController();
  const send = (update: LinkImportUpdate) =>
    writer.write(new TextEncoder().encode(`${JSON.stringify(update)}\n`)).catch(() => disconnected.abort());
  const runImport = async () => {
    const imported = await importFromLink(context, {
      ...target,
      signal: disconnected.signal,
      onProgress: (progress) => void send({ type: "progress", ...progress }),
    });
    if (imported.ok) await send({ type: "done", trackId: imported.value });
    else await send({ type: "failed", ...imported.error });
  };
  context.waitUntil(
    runImport()
      .catch(async (error) => {
        logError("link", error);
        await send({ type: "failed", code: "internal" });
      })
      // the writer is already closed if the client has disconnected
      .finally(() => writer.close().catch(() => undefined)),
  );
  return new Response(readable, { headers: { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" } });
}
