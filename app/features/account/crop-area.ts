import { accountLimits } from "#app/domain/accounts/account-limits.ts";

/** The square part of a picture that becomes the photo, in pixels of the picture. */
export type CropArea = { readonly x: number; readonly y: number; readonly side: number };
export type Size = { readonly width: number; readonly height: number };
type Percents = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const ZOOM_MAX = 100;
const INITIAL_SHARE = 0.8;

export function largestSide({ width, height }: Size): number {
  return Math.min(width, height);
}

/** A centered square of 80 % of the shorter side. */
export function initialCropArea(picture: Size): CropArea {
  const side = Math.max(accountLimits.photoCropMinPx, largestSide(picture) * INITIAL_SHARE);
  return clampToPicture(picture, { x: (picture.width - side) / 2, y: (picture.height - side) / 2, side });
}

/**
 * The zoom of an area: 0 for the largest square in the picture, 100 for the smallest that is allowed (SPEC §9). The scale is
 * logarithmic, so that equal steps look equal.
 */
export function getZoom(picture: Size, { side }: CropArea): number {
  const max = largestSide(picture);
  if (max <= accountLimits.photoCropMinPx) return 0;
  return (Math.log(side / max) / Math.log(accountLimits.photoCropMinPx / max)) * ZOOM_MAX;
}

/** Resizes the area to a zoom of 0 to 100. The center stays where it is unless the picture's edge prevents it. */
export function withZoom(picture: Size, area: CropArea, zoom: number): CropArea {
  const max = largestSide(picture);
  const side = max * (accountLimits.photoCropMinPx / max) ** (zoom / ZOOM_MAX);
  const shift = (area.side - side) / 2;
  return clampToPicture(picture, { x: area.x + shift, y: area.y + shift, side });
}

/** Converts to the percentages of the picture that the crop component works with. */
export function toPercents({ width, height }: Size, { x, y, side }: CropArea): Percents {
  return {
    x: (x / width) * 100,
    y: (y / height) * 100,
    width: (side / width) * 100,
    height: (side / height) * 100,
  };
}

export function fromPercents(picture: Size, { x, y, width }: Percents): CropArea {
  const { width: w, height: h } = picture;
  return clampToPicture(picture, { x: (x / 100) * w, y: (y / 100) * h, side: (width / 100) * w });
}

/** Limits the side to the allowed range and moves the area inside the picture. */
function clampToPicture(picture: Size, { x, y, side }: CropArea): CropArea {
  const clampedSide = Math.min(Math.max(side, accountLimits.photoCropMinPx), largestSide(picture));
  return {
    x: Math.min(Math.max(x, 0), picture.width - clampedSide),
    y: Math.min(Math.max(y, 0), picture.height - clampedSide),
    side: clampedSide,
  };
}
