import { type Context, Hono } from "hono";
import { isId, type UploadId } from "#app/domain/ids.ts";
import { expectedPartBytes } from "#app/domain/uploads/upload-plan.ts";
import type { UploadPartResponse } from "#app/protocol/http.ts";
import { isCover } from "#db/queries/tracks.ts";
import { findUpload, saveUploadPart, setUploadCover, type UploadRow } from "#db/queries/uploads.ts";
import { failure } from "#workers/http/failure.ts";
import { hasDiskSpace } from "#workers/http/has-disk-space.ts";
import { logError } from "#workers/http/log-error.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { toErrorCode } from "#workers/http/to-error-code.ts";
import { audioKey, coverKey } from "#workers/media/object-keys.ts";
import { readCover } from "#workers/tracks/read-cover.ts";
import { toCoverId } from "./upload-ids.ts";

/** Receives the bytes of uploads, between the functions `uploads.begin` and `uploads.complete`. */
export const uploadRoutes = new Hono<AppEnv>()
  .put("/api/uploads/:id/parts/:number", storePart)
  .put("/api/uploads/:id/cover", storeUploadCover);

async function storePart(c: Context<AppEnv, "/api/uploads/:id/parts/:number">): Promise<Response> {
  const upload = await findOwnUpload(c, c.req.param("id"));
  if (upload instanceof Response) return upload;
  // a download of the server has no hash
  if (upload.multipartId === "" || upload.sha256 === null) return failure("upload-not-found");
  const number = Number(c.req.param("number"));
  const expected = expectedPartBytes(upload.sizeBytes, number);
  const { body, headers } = c.req.raw;
  if (!body || expected === 0 || Number(headers.get("Content-Length")) !== expected) return failure("upload-part-size");
  const { env, db } = c.var.requestContext;
  const multipart = env.MEDIA.resumeMultipartUpload(audioKey(upload.audioObject), upload.multipartId);
  try {
    // the body is streamed to R2
    const part = await multipart.uploadPart(number, body);
    await saveUploadPart(db, { uploadId: upload.id, number, etag: part.etag });
    const response: UploadPartResponse = { number, etag: part.etag };
    return c.json(response);
  } catch (error) {
    // the upload was discarded meanwhile, from another page or through another part
    if (!(await findUpload(db, upload.id, upload.userId))) return failure("upload-not-found");
    // the client or R2 failed in the middle; the client sends the whole part again
    logError("upload-part", error, { number });
    const code = toErrorCode(error);
    return failure(code === "internal" ? "audio-upload-failed" : code);
  }
}

async function storeUploadCover(c: Context<AppEnv, "/api/uploads/:id/cover">): Promise<Response> {
  const upload = await findOwnUpload(c, c.req.param("id"));
  if (upload instanceof Response) return upload;
  const cover = await readCover(c.req.raw);
  if (!cover.ok) return failure(cover.error);
  const { image, contentType } = cover.value;
  const { env, db } = c.var.requestContext;
  const coverObject = toCoverId(upload.id);
  await env.MEDIA.put(coverKey(coverObject), image, { httpMetadata: { contentType } });
  if (await setUploadCover(db, upload.id, coverObject)) return c.json({ sizeBytes: image.byteLength });
  // the upload was discarded or completed meanwhile; the cover remains only if the track has it
  if (!(await isCover(db, coverObject))) await env.MEDIA.delete(coverKey(coverObject));
  return failure("upload-not-found");
}

async function findOwnUpload(c: Context<AppEnv>, id: string): Promise<UploadRow | Response> {
  const { db, user } = c.var.requestContext;
  const caller = await user();
  if (!caller) return failure("login-required");
  const upload = isId<UploadId>(id) ? await findUpload(db, id, caller.id) : null;
  if (!upload) return failure("upload-not-found");
  return (await hasDiskSpace(c.var.requestContext.env)) ? upload : failure("disk-full");
}
