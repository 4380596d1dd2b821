import { dominantHue } from "#app/domain/tracks/dominant-hue.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";

/** A cover in its final size and format. */
export type SquareCover = {
  readonly image: Blob;
  /** The dominant hue in degrees, 0–359, which tints the room page. Null for a picture without color. */
  readonly hue: number | null;
};

/** Crops a picture to a square of 512 × 512 px (SPEC §9). Null if it is too large or the browser cannot decode it. */
export async function makeCover(picture: Blob): Promise<SquareCover | null> {
  if (picture.size > trackLimits.coverSourceBytes) return null;
  try {
    const bitmap = await createImageBitmap(picture);
    const side = Math.min(bitmap.width, bitmap.height);
    const size = trackLimits.coverSidePx;
    const canvas = new OffscreenCanvas(size, size);
    const context = canvas.getContext("2d");
    if (!context) return null;
    context.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, size, size);
    bitmap.close();
    const pixels = context.getImageData(0, 0, size, size);
    const hue = dominantHue(pixels.data);
    const webp = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
    // Safari cannot encode WebP and returns PNG instead
    return { image: webp.type === "image/webp" ? webp : await encodeWebp(pixels), hue };
  } catch {
    // the picture cannot be decoded
    return null;
  }
}

/** Encodes with libwebp, for browsers whose canvas does not encode WebP. */
async function encodeWebp(pixels: ImageData): Promise<Blob> {
  const { default: encode } = await import("@jsquash/webp/encode.js");
  return new Blob([await encode(pixels, { quality: 85 })], { type: "image/webp" });
}
