import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { CropArea } from "./crop-area.ts";
import type { Photo } from "./read-photo.ts";

/** The arguments of `users.updateAvatar`: JPEG pictures as data URLs. */
export type CroppedPhoto = { readonly avatar: string; readonly avatarDense: string };

const JPEG_PREFIX = "data:image/jpeg;base64,";

/** Cuts the area out of a photo in two sizes: 64×64, and a larger one for dense screens (SPEC §5). */
export function cropPhoto(photo: Photo, area: CropArea): Result<CroppedPhoto> {
  try {
    const dense = createSquareCanvas(accountLimits.avatarDenseSidePx);
    const small = createSquareCanvas(accountLimits.avatarSidePx);
    if (!drawArea(dense, photo, area) || !drawArea(small, photo, area)) return fail("crop-failed");
    const [avatar, avatarDense] = [small, dense].map((canvas) =>
      canvas.toDataURL("image/jpeg", accountLimits.avatarJpegQuality),
    );
    if (!avatar?.startsWith(JPEG_PREFIX) || !avatarDense?.startsWith(JPEG_PREFIX)) return fail("crop-failed");
    return ok({ avatar, avatarDense });
  } catch {
    // memory ran out, or the browser does not allow reading from a canvas
    return fail("crop-failed");
  }
}

/** Fills the canvas with the area, on white where the picture is transparent. Returns false if no 2D context is available. */
export function drawArea(canvas: HTMLCanvasElement, { bitmap }: Photo, { x, y, side }: CropArea): boolean {
  const context = canvas.getContext("2d");
  if (!context) return false;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, x, y, side, side, 0, 0, canvas.width, canvas.height);
  return true;
}

function createSquareCanvas(sidePx: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = sidePx;
  canvas.height = sidePx;
  return canvas;
}
