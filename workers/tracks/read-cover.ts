import { fail, ok, type Result } from "#app/domain/result.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { readPictureHeader } from "#workers/audio-inspection/picture-header.ts";
import { readBytes } from "#workers/http/read-request.ts";

export type UploadedCover = { readonly image: Uint8Array; readonly contentType: "image/webp" };

/**
 * Reads a cover from a request body: a WebP of 512 × 512 px (§9). The type is detected from its bytes; a claimed type is
 * ignored.
 */
export async function readCover(request: Request): Promise<Result<UploadedCover>> {
  // a body that breaks off is refused as well: its client has disconnected
  const image = await readBytes(request, trackLimits.coverUploadBytes).catch(() => null);
  if (!image) return fail("cover-too-large");
  const picture = readPictureHeader(image);
  if (!picture) return fail("cover-not-image");
  const { contentType, width, height } = picture;
  const { coverSidePx: side } = trackLimits;
  if (contentType !== "image/webp" || width !== side || height !== side) return fail("cover-format");
  return ok({ image, contentType });
}
