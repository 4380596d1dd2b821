import { type Context, Hono } from "hono";
import { z } from "zod";
import { type ImportItemId, isId } from "#app/domain/ids.ts";
import { SERVICES } from "#app/domain/imports/service.ts";
import { findImportItem } from "#db/queries/imports.ts";
import { toFunctionContext } from "#workers/functions/define.ts";
import { failure } from "#workers/http/failure.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { openService } from "#workers/imports/connections/open-service.ts";
import { fetchCover } from "#workers/imports/covers/fetch-cover.ts";
import { streamImport } from "#workers/imports/stream-import.ts";
import { allowServiceCover } from "#workers/rate-limits/user-limits.ts";
import { authorizeRoomAction } from "#workers/room-access/room-access.ts";
import { importItem } from "./import-item.ts";

/** The requests of the import dialog that are no function calls: importing one track, and the covers of found tracks. */
export const importRoutes = new Hono<AppEnv>().post("/api/imports/:id", importOne).get("/api/imports/cover", serveCover);

async function importOne(c: Context<AppEnv, "/api/imports/:id">): Promise<Response> {
  const { requestContext } = c.var;
  const session = await requestContext.session();
  if (!session) return failure("login-required");
  const context = { ...toFunctionContext(requestContext, session), user: session.user };
  const { db, user } = context;
  const id = c.req.param("id");
  const own = isId<ImportItemId>(id) ? await findImportItem(db, id, user.id) : null;
  if (!own) return failure("import-batch-not-found");
  const access = await authorizeRoomAction(context, own.batch.roomId, "add-tracks");
  if (!access.ok) return failure(access.error);
  return streamImport(context, (run) => importItem(context, own, run));
}

const coverQuery = z.object({ service: z.enum(SERVICES), cover: z.string().min(1).max(2000) });
/**
 * A cover of a service does not change. Its address is the same for all accounts, so the next person to sign in with this browser
 * must not get it from the cache.
 */
const CACHED = { "Cache-Control": "private, max-age=86400", Vary: "Cookie" };

async function serveCover(c: Context<AppEnv>): Promise<Response> {
  const { requestContext } = c.var;
  const user = await requestContext.user();
  if (!user) return failure("login-required");
  const query = coverQuery.safeParse(c.req.query());
  if (!query.success) return failure("invalid-arguments");
  const allowed = await allowServiceCover(requestContext.db, user.id, requestContext.nowMs);
  if (!allowed.ok) return failure(allowed.error);
  const service = await openService(requestContext, user.id, query.data.service);
  if (!service.ok) return failure(service.error);
  const { signal } = c.req.raw;
  const cover = await fetchCover(service.value, { userId: user.id, cover: query.data.cover, signal });
  if (!cover.ok) return failure(cover.error);
  const { bytes, contentType } = cover.value;
  return new Response(bytes, { headers: { "Content-Type": contentType, ...CACHED } });
}
