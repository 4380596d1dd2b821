import { type Context, Hono } from "hono";
import { isId, type ObjectId, type TrackId } from "#app/domain/ids.ts";
import { isCoverInLibrary } from "#db/queries/library.ts";
import { findRoomWaveform, findTrack } from "#db/queries/tracks.ts";
import { attachmentHeader } from "#workers/http/attachment.ts";
import { failure } from "#workers/http/failure.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { readMediaGrant, type SignedMediaGrant } from "./media-grant.ts";
import { isStillGranted } from "./media-revocation.ts";
import { audioKey, coverKey } from "./object-keys.ts";
import { IMMUTABLE, serveObject } from "./serve-object.ts";
import { findStoredObject, type StoredObjectKind } from "./stored-objects.ts";

type RoomMediaContext = Context<AppEnv, "/media/audio/:id">;

/** Serves the bytes of tracks. A room's media require its grant; a person's own library and files require their session. */
export const mediaRoutes = new Hono<AppEnv>()
  .get("/media/audio/:id", (c) => serveRoomObject(c, "audio"))
  .get("/media/map/:id", (c) => serveRoomObject(c, "map"))
  .get("/media/cover/:id", (c) => serveRoomObject(c, "cover"))
  .get("/media/wave/:id", serveWaveform)
  .get("/media/library-cover/:id", serveLibraryCover)
  .get("/media/own/:trackId", serveOwnFile);

async function serveRoomObject(c: RoomMediaContext, kind: StoredObjectKind): Promise<Response> {
  const { env, db } = c.var.requestContext;
  const request = await parseMediaRequest(c);
  if (request instanceof Response) return request;
  const { grant, id } = request;
  const key = await findStoredObject(db, grant.roomId, { kind, id });
  if (!key) return failure("not-found");
  return serveObject(c.req.raw, { bucket: env.MEDIA, key, isGranted: () => isStillGranted(db, grant) });
}

async function serveWaveform(c: RoomMediaContext): Promise<Response> {
  const request = await parseMediaRequest(c);
  if (request instanceof Response) return request;
  const points = await findRoomWaveform(c.var.requestContext.db, request.grant.roomId, request.id);
  if (points === null) return failure("not-found");
  const headers = { "Content-Type": "application/octet-stream", "Cache-Control": IMMUTABLE };
  return new Response(Buffer.from(points, "base64"), { headers });
}

type MediaRequest = { readonly grant: SignedMediaGrant; readonly id: ObjectId & TrackId };

/** A request with a valid grant for a room's media, or the response that refuses it. */
async function parseMediaRequest(c: RoomMediaContext): Promise<MediaRequest | Response> {
  const { env, db, nowMs } = c.var.requestContext;
  const grant = readMediaGrant(env.APP_SECRET, c.req.query("l") ?? "", nowMs);
  if (!grant || !(await isStillGranted(db, grant))) return failure("media-expired");
  const id = c.req.param("id");
  return isId<ObjectId & TrackId>(id) ? { grant, id } : failure("not-found");
}

/** Serves a cover of the caller's library, for pages outside of a room, which have no grant. */
async function serveLibraryCover(c: Context<AppEnv, "/media/library-cover/:id">): Promise<Response> {
  const { env, db, user } = c.var.requestContext;
  const caller = await user();
  if (!caller) return failure("login-required");
  const id = c.req.param("id");
  if (!isId<ObjectId>(id) || !(await isCoverInLibrary(db, caller.id, id))) return failure("not-found");
  const response = await serveObject(c.req.raw, { bucket: env.MEDIA, key: coverKey(id) });
  // as for the files below; a room's media have the grant in their address
  response.headers.set("Vary", "Cookie");
  return response;
}

/** Serves the file of a track that the caller has uploaded, as a download. */
async function serveOwnFile(c: Context<AppEnv, "/media/own/:trackId">): Promise<Response> {
  const { env, db, user } = c.var.requestContext;
  const caller = await user();
  if (!caller) return failure("login-required");
  const id = c.req.param("trackId");
  const track = isId<TrackId>(id) ? await findTrack(db, id) : null;
  if (track?.uploadedBy !== caller.id || track.deletedAtMs !== null) return failure("track-not-found");
  const response = await serveObject(c.req.raw, { bucket: env.MEDIA, key: audioKey(track.audioObject) });
  // the next person to sign in with this browser must not get the file from its cache
  response.headers.set("Cache-Control", "private, no-cache");
  response.headers.set("Content-Disposition", attachmentHeader(track.fileName || `${track.title}.${track.format}`));
  return response;
}
