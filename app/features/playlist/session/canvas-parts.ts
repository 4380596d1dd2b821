import { fitText } from "./fit-text.ts";
import { PICTURE } from "./picture-layout.ts";

export type Context = CanvasRenderingContext2D;

/** Pictures by their address. Those that could not be loaded are missing. */
export type LoadedPictures = ReadonlyMap<string, ImageBitmap>;

/** The colors of the light theme. */
export const COLORS = {
  bg: "#f8f8f5",
  ink: "#181914",
  ink2: "#46473f",
  ink3: "#63645b",
  tile: "#e9e9e4",
  dot: "#8cc800",
} as const;

const FAMILY = '"Onest Variable", ui-sans-serif, system-ui, sans-serif';
export const FONTS = {
  title: `600 64px ${FAMILY}`,
  track: `600 34px ${FAMILY}`,
  facts: `400 34px ${FAMILY}`,
  small: `400 28px ${FAMILY}`,
} as const;

/** The right edge of the content, and its width, in px. */
export const RIGHT = PICTURE.width - PICTURE.margin;
export const CONTENT_WIDTH = RIGHT - PICTURE.margin;

type TextStyle = {
  readonly x: number;
  readonly y: number;
  readonly font: string;
  readonly color: string;
  /** In px. Default: no limit. */
  readonly maxWidth?: number;
};

/** Cuts the text if it is too long. Returns the width of what was drawn. */
export function drawText(context: Context, text: string, { x, y, font, color, maxWidth = Infinity }: TextStyle): number {
  context.font = font;
  context.fillStyle = color;
  const fitting = fitText(text, maxWidth, (part) => context.measureText(part).width);
  context.fillText(fitting, x, y);
  return context.measureText(fitting).width;
}

/** The middle of a picture, as a square. */
export function drawCropped(
  context: Context,
  picture: ImageBitmap,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): void {
  const cropped = Math.min(picture.width, picture.height);
  const left = (picture.width - cropped) / 2;
  const top = (picture.height - cropped) / 2;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, cropped, cropped, x, y, side, side);
}
