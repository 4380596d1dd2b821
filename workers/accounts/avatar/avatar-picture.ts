import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { readPictureHeader } from "#workers/audio-inspection/picture-header.ts";

const DATA_URL = "data:image/jpeg;base64,";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const JPEG_END = 0xffd9;

export type AvatarSize = "plain" | "dense";
const SIDES_PX = { plain: accountLimits.avatarSidePx, dense: accountLimits.avatarDenseSidePx };
const BYTES = { plain: accountLimits.avatarBytes, dense: accountLimits.avatarDenseBytes };

/**
 * Parses a picture that the browser has cropped and encoded. Its bytes must be a complete JPEG of exactly the expected
 * dimensions; the declared type is not trusted.
 */
export function parseAvatarPicture(dataUrl: string, size: AvatarSize): Result<Uint8Array> {
  if (!dataUrl.startsWith(DATA_URL)) return fail("photo-failed");
  const base64 = dataUrl.slice(DATA_URL.length);
  if (base64.length > Math.ceil(BYTES[size] / 3) * 4) return fail("photo-too-large");
  if (!BASE64.test(base64)) return fail("photo-failed");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > BYTES[size]) return fail("photo-too-large");
  const picture = readPictureHeader(bytes);
  const side = SIDES_PX[size];
  const isExpected = picture?.contentType === "image/jpeg" && picture.width === side && picture.height === side;
  return isExpected && bytes.readUInt16BE(bytes.length - 2) === JPEG_END ? ok(bytes) : fail("photo-failed");
}
