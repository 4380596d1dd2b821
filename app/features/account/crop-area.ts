import { accountLimits } from "#app/domain/accounts/account-limits.ts";

/** The square that is kept of a picture, in pixels of the picture. */
export type CropArea = { readonly x: number; readonly y: number; readonly side: number };
export type Size = { readonly width: number; readonly height: number };
type Percents = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const ZOOM_MAX = 100;

export function largestSide({ width, height }: Size): number {
  return Math.min(width, height);
}

/** At first most of the picture, from its middle. */
export function firstArea(picture: Size): CropArea {
  const side = Math.max(accountLimits.photoCropMinPx, largestSide(picture) * 0.8);
  return within(picture, { x: (picture.width - side) / 2, y: (picture.height - side) / 2, side });
}

/** 0: as much of the picture as a square can hold; 100: the least that may be kept (§9). Each step is the same to the eye. */
export function zoomOf(picture: Size, { side }: CropArea): number {
  const max = largestSide(picture);
  if (max <= accountLimits.photoCropMinPx) return 0;
  return (Math.log(side / max) / Math.log(accountLimits.photoCropMinPx / max)) * ZOOM_MAX;
}

/** About the same middle. */
export function zoomedTo(picture: Size, area: CropArea, zoom: number): CropArea {
  const max = largestSide(picture);
  const side = max * (accountLimits.photoCropMinPx / max) ** (zoom / ZOOM_MAX);
  const shift = (area.side - side) / 2;
  return within(picture, { x: area.x + shift, y: area.y + shift, side });
}

/** As the cropper takes it. */
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
  return within(picture, { x: (x / 100) * w, y: (y / 100) * h, side: (width / 100) * w });
}

/** Neither smaller than allowed nor beyond the picture. */
function within(picture: Size, { x, y, side }: CropArea): CropArea {
  const kept = Math.min(Math.max(side, accountLimits.photoCropMinPx), largestSide(picture));
  return {
    x: Math.min(Math.max(x, 0), picture.width - kept),
    y: Math.min(Math.max(y, 0), picture.height - kept),
    side: kept,
  };
}
