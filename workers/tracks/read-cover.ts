import { fail, ok, type Result } from "#app/domain/result.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { type PictureHeader, readPictureHeader } from "#workers/audio-inspection/picture-header.ts";
import { readBytes } from "#workers/http/read-request.ts";

export type UploadedCover = { readonly image: Uint8Array; readonly contentType: PictureHeader["contentType"] };

/** Reads a cover from a request body. The type is detected from its bytes; a claimed type is ignored. */
export async function readCover(request: Request): Promise<Result<UploadedCover>> {
  const image = await readBytes(request, trackLimits.coverUploadBytes);
  if (!image) return fail("cover-too-large");
  const picture = readPictureHeader(image);
  if (!picture) return fail("cover-not-image");
  if (Math.max(picture.width, picture.height) > trackLimits.coverSidePx) return fail("cover-too-large");
  return ok({ image, contentType: picture.contentType });
}
