import { Hono } from "hono";
import { z } from "zod";
import { can } from "#app/domain/access/permissions.ts";
import type { LinkLine } from "#app/protocol/http.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { mayImportLink } from "#workers/rate-limits/rate-limits.ts";
import { loadAccessibleRoom } from "#workers/rooms/room-access.ts";
import { importFromLink } from "./import-from-link.ts";

const bodySchema = z.strictObject({ link: z.string().min(1).max(10_000) });

/**
 * Adds the file behind a link to a room. The answer is a line of JSON for each step, so that whoever waits sees it come;
 * who hangs up gives it up.
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
  if (!(await mayImportLink(db, user.id, nowMs))) return failure("too-many-attempts");

  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const hungUp = new AbortController();
  const say = (line: LinkLine) =>
    writer.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`)).catch(() => hungUp.abort());
  const bring = async () => {
    const brought = await importFromLink(context, {
      roomId: access.value.room.id,
      link: body.data.link,
      signal: hungUp.signal,
      onProgress: (progress) => void say({ type: "progress", ...progress }),
    });
    if (brought.ok) await say({ type: "done", trackId: brought.value });
    else await say({ type: "failed", ...brought.error });
  };
  waitUntil(
    bring()
      .catch(async (error) => {
        logError("link", error);
        await say({ type: "failed", code: "internal" });
      })
      .finally(() => writer.close().catch(() => undefined)),
  );
  return new Response(readable, { headers: { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" } });
});
