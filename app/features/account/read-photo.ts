import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";

/** A picture that can be cropped, turned as it was taken. Whoever has read it closes the bitmap: it is the picture unpacked. */
export type Photo = { readonly file: Blob; readonly bitmap: ImageBitmap; readonly width: number; readonly height: number };

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** PNG and JPG only, by what is in the file and not by what it is called (§5, §9). */
export async function readPhoto(file: Blob): Promise<Result<Photo>> {
  if (file.size > accountLimits.photoBytes) return fail("photo-too-large");
  try {
    const head = new Uint8Array(await file.slice(0, PNG.length).arrayBuffer());
    if (!startsWith(head, PNG) && !startsWith(head, JPEG)) return fail("photo-not-image");
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const { width, height } = bitmap;
    if (Math.min(width, height) < accountLimits.photoCropMinPx) {
      bitmap.close();
      return fail("photo-too-small");
    }
    return ok({ file, bitmap, width, height });
  } catch {
    // the browser cannot read it
    return fail("photo-failed");
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
