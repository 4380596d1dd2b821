import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { CropArea } from "./crop-area.ts";
import type { Photo } from "./read-photo.ts";

/** As `users.updateAvatar` takes it: JPEG as data URLs. */
export type CroppedPhoto = { readonly avatar: string; readonly avatarDense: string };

const JPEG = "data:image/jpeg;base64,";

/** §5: 64×64 for everywhere, and larger for dense screens. */
export function cropPhoto(photo: Photo, area: CropArea): Result<CroppedPhoto> {
  try {
    const dense = squareOf(accountLimits.avatarDenseSidePx);
    const small = squareOf(accountLimits.avatarSidePx);
    if (!drawArea(dense, photo, area) || !drawArea(small, photo, area)) return fail("crop-failed");
    const [avatar, avatarDense] = [small, dense].map((square) =>
      square.toDataURL("image/jpeg", accountLimits.avatarJpegQuality),
    );
    if (!avatar?.startsWith(JPEG) || !avatarDense?.startsWith(JPEG)) return fail("crop-failed");
    return ok({ avatar, avatarDense });
  } catch {
    // out of memory, or a canvas that may not be read
    return fail("crop-failed");
  }
}

/** On white, where the picture is transparent. False: there is nothing to draw with. */
export function drawArea(canvas: HTMLCanvasElement, { bitmap }: Photo, { x, y, side }: CropArea): boolean {
  const context = canvas.getContext("2d");
  if (!context) return false;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, x, y, side, side, 0, 0, canvas.width, canvas.height);
  return true;
}

function squareOf(sidePx: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = sidePx;
  canvas.height = sidePx;
  return canvas;
}
