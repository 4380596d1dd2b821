import { type Context, Hono } from "hono";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { isId, type ObjectId } from "#app/domain/ids.ts";
import { failure } from "#workers/http/failure.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { avatarDenseKey, avatarKey } from "#workers/media/object-keys.ts";
import { serveObject } from "#workers/media/serve-object.ts";

/** Avatars are public, and a new picture has a new id. */
const CACHE_FOREVER = "public, max-age=31536000, immutable";

export const avatarRoutes = new Hono<AppEnv>().get("/media/avatar/:id", serveAvatar);

/** Serves an avatar at the requested size. An avatar without the larger size is served at the normal one. */
async function serveAvatar(c: Context<AppEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  if (!isId<ObjectId>(id)) return failure("not-found");
  const { MEDIA } = c.env;
  const isDense = c.req.query("size") === String(accountLimits.avatarDenseSidePx);
  const dense = isDense ? await serveObject(c.req.raw, { bucket: MEDIA, key: avatarDenseKey(id) }) : null;
  const response = dense && dense.status !== 404 ? dense : await serveObject(c.req.raw, { bucket: MEDIA, key: avatarKey(id) });
  if (response.status !== 404) response.headers.set("Cache-Control", CACHE_FOREVER);
  return response;
}
