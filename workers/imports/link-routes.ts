import { Hono } from "hono";
import { z } from "zod";
import { toFunctionContext } from "#workers/functions/define.ts";
import { failure } from "#workers/http/failure.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { allowLinkImport } from "#workers/rate-limits/user-limits.ts";
import { authorizeRoomAction } from "#workers/room-access/room-access.ts";
import { importFromLink } from "./import-from-link.ts";
import { streamImport } from "./stream-import.ts";

const bodySchema = z.strictObject({ link: z.string().min(1).max(10_000) });

/** Imports the file that a link leads to into a room. */
export const linkRoutes = new Hono<AppEnv>().post("/api/rooms/:id/links", async (c) => {
  const { requestContext } = c.var;
  const session = await requestContext.session();
  if (!session) return failure("login-required");
  const input = await readJson(c.req.raw);
  if (!input.ok) return failure(input.error);
  const body = bodySchema.safeParse(input.value);
  if (!body.success) return failure("invalid-arguments");
  const { user } = session;
  const context = { ...toFunctionContext(requestContext, session), user };
  const access = await authorizeRoomAction(context, c.req.param("id"), "add-tracks");
  if (!access.ok) return failure(access.error);
  const allowed = await allowLinkImport(context.db, user.id, context.nowMs);
  if (!allowed.ok) return failure(allowed.error);
  const target = { roomId: access.value.room.id, link: body.data.link };
  return streamImport(context, (run) => importFromLink(context, { ...target, ...run }));
});
