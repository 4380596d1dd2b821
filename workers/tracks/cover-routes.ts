import { Hono } from "hono";
import { isId, type ObjectId, type TrackId } from "#app/domain/ids.ts";
import type { CoverAnswer } from "#app/protocol/http.ts";
import { recordOrphans } from "#db/queries/orphaned-objects.ts";
import { newId } from "#workers/crypto/random.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { coverKey } from "#workers/media/object-keys.ts";
import { mayReadFile, maySendCover } from "#workers/rate-limits/rate-limits.ts";
import { readCover } from "./read-cover.ts";
import { accessTrack } from "./track-access.ts";
import { readTrackFile } from "./track-file.ts";

/** Pictures for tracks that exist: sent, to be named by `tracks.update`, or taken out of the file. */
export const coverRoutes = new Hono<AppEnv>()
  .post("/api/covers", async (c) => {
    const { env, db, user, nowMs } = c.var.requestContext;
    const caller = await user();
    if (!caller) return failure("login-required");
    if (!(await maySendCover(db, caller.id, nowMs))) return failure("too-many-attempts");
    const cover = await readCover(c.req.raw);
    if (!cover.ok) return failure(cover.error);
    const coverId = newId<ObjectId>();
    await recordOrphans(db, coverKey(coverId), nowMs);
    await env.MEDIA.put(coverKey(coverId), cover.value.image, { httpMetadata: { contentType: cover.value.contentType } });
    const answer: CoverAnswer = { coverId };
    return c.json(answer);
  })

  .get("/media/picture/:trackId", async (c) => {
    const { env, db, nowMs, roomAccessToken, user } = c.var.requestContext;
    const caller = await user();
    if (!caller) return failure("login-required");
    const trackId = c.req.param("trackId");
    if (!isId<TrackId>(trackId)) return failure("track-not-found");
    const roomId = c.req.query("room") ?? null;
    const access = await accessTrack({ env, db, nowMs, roomAccessToken, user: caller }, { trackId, roomId });
    if (!access.ok) return failure(access.error);
    if (!(await mayReadFile(db, caller.id, nowMs))) return failure("too-many-attempts");
    try {
      const picture = (await readTrackFile(env, access.value.track))?.picture;
      if (!picture) return failure("cover-not-found");
      const headers = { "Content-Type": picture.contentType, "Cache-Control": "private, no-store" };
      return new Response(picture.data, { headers });
    } catch (error) {
      logError("picture", error, { track: trackId });
      return failure("cover-extraction-failed");
    }
  });
