import { type Context, Hono } from "hono";
import { isId, type ObjectId, type TrackId } from "#app/domain/ids.ts";
import type { UploadCoverResponse } from "#app/protocol/http.ts";
import { recordOrphan } from "#db/queries/orphaned-objects.ts";
import { takeTurn } from "#workers/audio-inspection/take-turns.ts";
import { newId } from "#workers/crypto/random.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { coverKey } from "#workers/media/object-keys.ts";
import { allowCoverUpload, allowStoredFileRead } from "#workers/rate-limits/user-limits.ts";
import { readCover } from "./read-cover.ts";
import { loadEditableTrack } from "./track-access.ts";
import { readTrackTags } from "./track-file.ts";

/** Covers of existing tracks: uploads for `tracks.update`, and the picture in a track's file. */
export const coverRoutes = new Hono<AppEnv>().post("/api/covers", storeCover).get("/media/picture/:trackId", servePicture);

async function storeCover(c: Context<AppEnv>): Promise<Response> {
  const { env, db, user, nowMs } = c.var.requestContext;
  const caller = await user();
  if (!caller) return failure("login-required");
  const allowed = await allowCoverUpload(db, caller.id, nowMs);
  if (!allowed.ok) return failure(allowed.error);
  const cover = await readCover(c.req.raw);
  if (!cover.ok) return failure(cover.error);
  const coverId = newId<ObjectId>();
  // orphaned until an edit gives it to a track
  await recordOrphan(db, { key: coverKey(coverId), sinceMs: nowMs, usableBy: caller.id });
  await env.MEDIA.put(coverKey(coverId), cover.value.image, { httpMetadata: { contentType: cover.value.contentType } });
  const response: UploadCoverResponse = { coverId };
  return c.json(response);
}

async function servePicture(c: Context<AppEnv, "/media/picture/:trackId">): Promise<Response> {
  const { env, db, nowMs, roomAccessToken, user } = c.var.requestContext;
  const caller = await user();
  if (!caller) return failure("login-required");
  const trackId = c.req.param("trackId");
  if (!isId<TrackId>(trackId)) return failure("track-not-found");
  const roomId = c.req.query("room") ?? null;
  const access = await loadEditableTrack({ env, db, nowMs, roomAccessToken, user: caller }, { trackId, roomId });
  if (!access.ok) return failure(access.error);
  const allowed = await allowStoredFileRead(db, caller.id, nowMs);
  if (!allowed.ok) return failure(allowed.error);
  try {
    const { track } = access.value;
    const picture = (await takeTurn(caller.id, () => readTrackTags(env, track)))?.picture;
    if (!picture) return failure("cover-not-found");
    const headers = { "Content-Type": picture.contentType, "Cache-Control": "private, no-store" };
    return new Response(picture.data, { headers });
  } catch (error) {
    logError("picture", error, { track: trackId });
    return failure("cover-extraction-failed");
  }
}
