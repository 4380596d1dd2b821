import { type Context, Hono } from "hono";
import { isId, type UploadId } from "#app/domain/ids.ts";
import { partBytes } from "#app/domain/uploads/upload-plan.ts";
import type { PartAnswer } from "#app/protocol/http.ts";
import { isCover } from "#db/queries/tracks.ts";
import { findUpload, saveUploadPart, setUploadCover, type UploadRow } from "#db/queries/uploads.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { audioKey, coverKey } from "#workers/media/object-keys.ts";
import { readCover } from "#workers/tracks/read-cover.ts";
import { coverOf } from "./upload-ids.ts";

/** The bytes of files under way. What they are for is said by the functions `uploads.begin` and `uploads.complete`. */
export const uploadRoutes = new Hono<AppEnv>()
  .put("/api/uploads/:id/parts/:number", async (c) => {
    const upload = await ownUpload(c, c.req.param("id"));
    if (upload instanceof Response) return upload;
    if (upload.multipartId === "") return failure("upload-not-found");
    const number = Number(c.req.param("number"));
    const expected = partBytes(upload.sizeBytes, number);
    const { body, headers } = c.req.raw;
    if (!body || expected === 0 || Number(headers.get("Content-Length")) !== expected) return failure("upload-part-size");
    const { env, db } = c.var.requestContext;
    const multipart = env.MEDIA.resumeMultipartUpload(audioKey(upload.audioObject), upload.multipartId);
    try {
      // the body goes through as it comes
      const part = await multipart.uploadPart(number, body);
      await saveUploadPart(db, { uploadId: upload.id, number, etag: part.etag });
      const answer: PartAnswer = { number, etag: part.etag };
      return c.json(answer);
    } catch (error) {
      // given up meanwhile, from another page or by another part
      if (!(await findUpload(db, upload.id, upload.userId))) return failure("upload-not-found");
      // the sender went away in the middle, or the storage did; a part is sent again as a whole
      logError("upload-part", error, { number });
      return failure("upload-failed");
    }
  })

  .put("/api/uploads/:id/cover", async (c) => {
    const upload = await ownUpload(c, c.req.param("id"));
    if (upload instanceof Response) return upload;
    const cover = await readCover(c.req.raw);
    if (!cover.ok) return failure(cover.error);
    const { image, contentType } = cover.value;
    const { env, db } = c.var.requestContext;
    const coverObject = coverOf(upload.id);
    await env.MEDIA.put(coverKey(coverObject), image, { httpMetadata: { contentType } });
    if (await setUploadCover(db, upload.id, coverObject)) return c.json({ sizeBytes: image.byteLength });
    // it was given up or completed while the picture came; only a track may keep it
    if (!(await isCover(db, coverObject))) await env.MEDIA.delete(coverKey(coverObject));
    return failure("upload-not-found");
  });

async function ownUpload(c: Context<AppEnv>, id: string): Promise<UploadRow | Response> {
  const { db, user } = c.var.requestContext;
  const caller = await user();
  if (!caller) return failure("login-required");
  const upload = isId<UploadId>(id) ? await findUpload(db, id, caller.id) : null;
  return upload ?? failure("upload-not-found");
}
