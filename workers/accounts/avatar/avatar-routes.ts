import { Hono } from "hono";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { isId, type ObjectId } from "#app/domain/ids.ts";
import { failure } from "#workers/http/failure.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { answerObject } from "#workers/media/media-routes.ts";
import { avatarDenseKey, avatarKey } from "#workers/media/object-keys.ts";

/** A picture is never another under the same name, and shows what everybody may see. */
const PUBLIC = "public, max-age=31536000, immutable";

/** Faces, for everyone. */
export const avatarRoutes = new Hono<AppEnv>().get("/media/avatar/:id", async (c) => {
  const id = c.req.param("id");
  if (!isId<ObjectId>(id)) return failure("not-found");
  const { MEDIA } = c.env;
  const isDense = c.req.query("size") === String(accountLimits.avatarDenseSidePx);
  const dense = isDense ? await answerObject(c.req.raw, MEDIA, avatarDenseKey(id)) : null;
  const answer = dense && dense.status !== 404 ? dense : await answerObject(c.req.raw, MEDIA, avatarKey(id));
  if (answer.status !== 404) answer.headers.set("Cache-Control", PUBLIC);
  return answer;
});
