import { Hono } from "hono";
import { z } from "zod";
import type { RoomId } from "#app/domain/ids.ts";
import type { LinkImportUpdate } from "#app/protocol/http.ts";
import { type SignedInContext, toFunctionContext } from "#workers/functions/define.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { allowLinkImport } from "#workers/rate-limits/user-limits.ts";
import { authorizeRoomAction } from "#workers/room-access/room-access.ts";
import { importFromLink } from "./import-from-link.ts";

const bodySchema = z.strictObject({ link: z.string().min(1).max(10_000) });

/**
 * Imports the file that a link leads to into a room. The response is a stream of JSON lines, so that the client can show the
 * progress. The import is aborted if the client disconnects.
 */
export const linkRoutes = new Hono<AppEnv>().post("/api/rooms/:id/links", async (c) => {
  const { requestContext } = c.var;
  const session = await requestContext.session();
  if (!session) return failure("login-required");
  const body = bodySchema.safeParse(await readJson(c.req.raw));
  if (!body.success) return failure("invalid-arguments");
  const { user } = session;
  const context = { ...toFunctionContext(requestContext, session), user };
  const access = await authorizeRoomAction(context, c.req.param("id"), "add-tracks");
  if (!access.ok) return failure(access.error);
  const allowed = await allowLinkImport(context.db, user.id, context.nowMs);
  if (!allowed.ok) return failure(allowed.error);
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
        await send({ type: "failed", code: "import-failed" });
      })
      // the writer is already closed if the client has disconnected
      .finally(() => writer.close().catch(() => undefined)),
  );
  return new Response(readable, { headers: { "Content-Type": "application/x-ndjson", ...NO_STORE } });
}
