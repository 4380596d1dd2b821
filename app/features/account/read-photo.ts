import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";

/** A decoded picture in its upright orientation. The owner must close `bitmap`, which holds the uncompressed pixels. */
export type Photo = { readonly file: Blob; readonly bitmap: ImageBitmap; readonly width: number; readonly height: number };

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];

/** Decodes a PNG or JPEG file, recognized by its content rather than by its name (SPEC §5, §9). */
export async function readPhoto(file: Blob): Promise<Result<Photo>> {
  if (file.size > accountLimits.photoBytes) return fail("photo-too-large");
  try {
    const head = new Uint8Array(await file.slice(0, PNG_SIGNATURE.length).arrayBuffer());
    if (!startsWith(head, PNG_SIGNATURE) && !startsWith(head, JPEG_SIGNATURE)) return fail("photo-not-image");
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const { width, height } = bitmap;
    if (Math.min(width, height) < accountLimits.photoCropMinPx) {
      bitmap.close();
      return fail("photo-too-small");
    }
    return ok({ file, bitmap, width, height });
  } catch {
    // the browser cannot decode the file
    return fail("photo-failed");
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}
