import { dominantHue } from "#app/domain/tracks/dominant-hue.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";

/** A square picture, ready to be stored. */
export type SquareCover = {
  readonly image: Blob;
  /** What tints the page, 0–359; null: it has no colour. */
  readonly hue: number | null;
};

/** Cuts a picture to a square and brings it to 512 × 512 (§9); null for what is too large, or what the browser cannot read. */
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
    // a browser that cannot write WebP gives PNG instead
    return { image: webp.type === "image/webp" ? webp : await encodeWebp(pixels), hue };
  } catch {
    // an unreadable picture is a track without a cover
    return null;
  }
}

/** The encoder of libwebp, where the canvas has none. */
async function encodeWebp(pixels: ImageData): Promise<Blob> {
  const { default: encode } = await import("@jsquash/webp/encode.js");
  return new Blob([await encode(pixels, { quality: 85 })], { type: "image/webp" });
}
