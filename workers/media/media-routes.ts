import { type Context, Hono } from "hono";
import { isId, type ObjectId, type TrackId } from "#app/domain/ids.ts";
import { isCoverInLibrary } from "#db/queries/library.ts";
import { findRoomWaveform, findTrack } from "#db/queries/tracks.ts";
import { attachment } from "#workers/http/attachment.ts";
import { failure } from "#workers/http/failure.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { type MediaToken, readMediaToken } from "./media-token.ts";
import { audioKey, coverKey } from "./object-keys.ts";
import { isConditional, judgeConditions, mayAnswerRange } from "./preconditions.ts";
import { isStillGranted, whileGranted } from "./still-granted.ts";
import { findStoredObject, type StoredObjectKind } from "./stored-objects.ts";

/** Objects never change; only whoever was let in may keep them. */
const IMMUTABLE = "private, max-age=31536000, immutable";

/** Bytes of what a room holds, to those who may hear them. Looks once a second whether they still may. */
export const mediaRoutes = new Hono<AppEnv>()
  .get("/media/audio/:id", (c) => serve(c, "audio"))
  .get("/media/map/:id", (c) => serve(c, "map"))
  .get("/media/cover/:id", (c) => serve(c, "cover"))
  // who looks at their library is in no room
  .get("/media/library-cover/:id", async (c) => {
    const { env, db, user } = c.var.requestContext;
    const caller = await user();
    if (!caller) return failure("login-required");
    const id = c.req.param("id");
    if (!isId<ObjectId>(id) || !(await isCoverInLibrary(db, caller.id, id))) return failure("not-found");
    return answerObject(c.req.raw, env.MEDIA, coverKey(id));
  })
  // to keep, without a room
  .get("/media/own/:trackId", async (c) => {
    const { env, db, user } = c.var.requestContext;
    const caller = await user();
    if (!caller) return failure("login-required");
    const id = c.req.param("trackId");
    const track = isId<TrackId>(id) ? await findTrack(db, id) : null;
    if (track?.uploadedBy !== caller.id || track.deletedAtMs !== null) return failure("track-not-found");
    const response = await answerObject(c.req.raw, env.MEDIA, audioKey(track.audioObject));
    // who comes behind them in the same browser is asked again
    response.headers.set("Cache-Control", "private, no-cache");
    response.headers.set("Content-Disposition", attachment(track.fileName || `${track.title}.${track.format}`));
    return response;
  })
  .get("/media/wave/:id", async (c) => {
    const asked = await readAsked(c);
    if (asked instanceof Response) return asked;
    const points = await findRoomWaveform(c.var.requestContext.db, asked.token.roomId, asked.id);
    if (points === null) return failure("not-found");
    const headers = { "Content-Type": "application/octet-stream", "Cache-Control": IMMUTABLE };
    return new Response(Buffer.from(points, "base64"), { headers });
  });

async function serve(c: Context<AppEnv, "/media/audio/:id">, kind: StoredObjectKind): Promise<Response> {
  const { env, db } = c.var.requestContext;
  const asked = await readAsked(c);
  if (asked instanceof Response) return asked;
  const { token, id } = asked;
  const key = await findStoredObject(db, token.roomId, { kind, id });
  if (!key) return failure("not-found");
  const response = await answerObject(c.req.raw, env.MEDIA, key);
  return whileGranted(response, () => isStillGranted(db, token));
}

/** What is asked for, by somebody who may ask the room for it; or the refusal. */
async function readAsked(c: Context<AppEnv, "/media/audio/:id">): Promise<Asked | Response> {
  const { env, db, nowMs } = c.var.requestContext;
  const token = readMediaToken(env.APP_SECRET, c.req.query("l") ?? "", nowMs);
  if (!token || !(await isStillGranted(db, token))) return failure("media-expired");
  const id = c.req.param("id");
  return isId<ObjectId & TrackId>(id) ? { token, id } : failure("not-found");
}

type Asked = { readonly token: MediaToken; readonly id: ObjectId & TrackId };

/** An object of R2 to a request with ranges and conditions, for the asker alone to keep. */
export async function answerObject({ method, headers }: Request, bucket: R2Bucket, key: string): Promise<Response> {
  // a range asks for something of a GET only
  let range = method === "GET" ? readRange(headers.get("Range")) : null;
  if (isConditional(headers)) {
    const object = await bucket.head(key);
    if (!object) return failure("not-found");
    const validators = { etag: object.httpEtag, modifiedMs: object.uploaded.getTime() };
    const judged = judgeConditions(headers, validators);
    if (judged === "failed") return new Response(null, { status: 412, headers: headersOf(object) });
    if (judged === "not-modified") return new Response(null, { status: 304, headers: headersOf(object) });
    if (!mayAnswerRange(headers, validators)) range = null;
  }
  if (range && "suffix" in range && range.suffix === 0) return rangeRefused(await bucket.head(key));
  const object = await bucket.get(key, range ? { range } : {}).catch(unsatisfiable);
  if (object === "unsatisfiable") return rangeRefused(await bucket.head(key));
  return object ? deliver(object, range) : failure("not-found");
}

type Range = { readonly offset: number; readonly length?: number } | { readonly suffix: number };

/** One range of bytes (RFC 9110 §14.1.2). Several at once, and nonsense, are answered with the whole. */
function readRange(header: string | null): Range | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "") return to === "" ? null : { suffix: Number(to) };
  if (to === "") return { offset: Number(from) };
  return Number(to) < Number(from) ? null : { offset: Number(from), length: Number(to) - Number(from) + 1 };
}

function deliver(object: R2ObjectBody, range: Range | null): Response {
  const headers = headersOf(object);
  if (!range) {
    headers.set("Content-Length", String(object.size));
    return new Response(object.body, { headers });
  }
  const offset = "suffix" in range ? Math.max(0, object.size - range.suffix) : range.offset;
  const length = Math.min("suffix" in range ? range.suffix : (range.length ?? object.size), object.size - offset);
  if (length <= 0) return rangeRefused(object);
  headers.set("Content-Length", String(length));
  headers.set("Content-Range", `bytes ${offset}-${offset + length - 1}/${object.size}`);
  return new Response(object.body, { status: 206, headers });
}

function rangeRefused(object: R2Object | null): Response {
  if (!object) return failure("not-found");
  const headers = headersOf(object);
  headers.set("Content-Range", `bytes */${object.size}`);
  return new Response(null, { status: 416, headers });
}

function headersOf(object: R2Object): Headers {
  const headers = new Headers({
    ETag: object.httpEtag,
    "Last-Modified": object.uploaded.toUTCString(),
    "Accept-Ranges": "bytes",
    "Cache-Control": IMMUTABLE,
  });
  object.writeHttpMetadata(headers);
  return headers;
}

/** R2 throws where a range lies outside of the object (error 10039); its local stand-in answers with nothing. */
function unsatisfiable(error: unknown): "unsatisfiable" {
  if (error instanceof Error && error.message.includes("10039")) return "unsatisfiable";
  throw error;
}
