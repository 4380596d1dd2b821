import { type Context, Hono } from "hono";
import type { ObjectId } from "#app/domain/ids.ts";
import { failure } from "../http/failure.ts";
import type { AppEnv } from "../request-scope.ts";
import { audioKey, coverKey, mapKey } from "./keys.ts";
import { readMediaRef } from "./media-ref.ts";
import { readMediaToken } from "./media-token.ts";

/** Objects never change; only whoever was let in may keep them. */
const IMMUTABLE = "private, max-age=31536000, immutable";

/** Bytes from R2, to those who may hear them. Looks at signatures only: no database, no room is asked. */
export const mediaRoutes = new Hono<AppEnv>()
  .get("/media/audio/:ref", (c) => serve(c, audioKey))
  .get("/media/map/:ref", (c) => serve(c, mapKey))
  .get("/media/cover/:ref", (c) => serve(c, coverKey));

async function serve(c: Context<AppEnv, "/media/audio/:ref">, keyOf: (id: ObjectId) => string): Promise<Response> {
  const { env, nowMs } = c.var.scope;
  const token = readMediaToken(env.APP_SECRET, c.req.query("l") ?? "", nowMs);
  if (!token) return failure("media-expired");
  const objectId = readMediaRef(env.APP_SECRET, c.req.param("ref"), token.roomId);
  if (!objectId) return failure("not-found");
  const { headers } = c.req.raw;
  const object = await env.MEDIA.get(keyOf(objectId), { range: headers, onlyIf: headers }).catch(unsatisfiable);
  if (object === "unsatisfiable") return rangeRefused(await env.MEDIA.head(keyOf(objectId)));
  return object ? deliver(object, headers.has("Range")) : failure("not-found");
}

function deliver(object: R2Object | R2ObjectBody, wantsRange: boolean): Response {
  const headers = baseHeaders(object);
  object.writeHttpMetadata(headers);
  // R2 leaves the body out where a condition of the request was not met
  if (!("body" in object)) return new Response(null, { status: 304, headers });
  const { offset = 0, length = object.size - offset } = rangeOf(object);
  headers.set("Content-Length", String(length));
  if (!wantsRange) return new Response(object.body, { headers });
  headers.set("Content-Range", `bytes ${offset}-${offset + length - 1}/${object.size}`);
  return new Response(object.body, { status: 206, headers });
}

function rangeRefused(object: R2Object | null): Response {
  if (!object) return failure("not-found");
  const headers = baseHeaders(object);
  headers.set("Content-Range", `bytes */${object.size}`);
  return new Response(null, { status: 416, headers });
}

function baseHeaders(object: R2Object): Headers {
  return new Headers({
    ETag: object.httpEtag,
    "Last-Modified": object.uploaded.toUTCString(),
    "Accept-Ranges": "bytes",
    "Cache-Control": IMMUTABLE,
  });
}

function rangeOf({ range, size }: R2Object): { offset?: number; length?: number } {
  if (!range) return {};
  if ("suffix" in range) return { offset: Math.max(0, size - range.suffix), length: Math.min(size, range.suffix) };
  return {
    ...(range.offset !== undefined && { offset: range.offset }),
    ...(range.length !== undefined && { length: range.length }),
  };
}

/** R2 throws where a range lies outside of the object (error 10039). */
function unsatisfiable(error: unknown): "unsatisfiable" {
  if (error instanceof Error && /10039|range/i.test(error.message)) return "unsatisfiable";
  throw error;
}
