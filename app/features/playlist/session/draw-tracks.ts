import { COLORS, type Context, drawCropped, drawText, FONTS, type LoadedPictures, RIGHT } from "./canvas-parts.ts";
import type { PictureTrack } from "./picture-content.ts";
import { PICTURE, ROW } from "./picture-layout.ts";

type PartContext = { readonly top: number; readonly pictures: LoadedPictures };

export function drawTrack(context: Context, track: PictureTrack, { top, pictures }: PartContext): void {
  const { title, artist, coverUrl, count } = track;
  const { margin } = PICTURE;
  const center = top + ROW.height / 2;
  const cover = { x: margin, y: center - ROW.cover / 2, side: ROW.cover, radius: 8 };
  drawTile(context, cover, (coverUrl && pictures.get(coverUrl)) || null);
  context.textAlign = "right";
  const countWidth = drawText(context, count, { x: RIGHT, y: center, font: FONTS.small, color: COLORS.ink3 });
  context.textAlign = "left";
  const x = margin + ROW.cover + ROW.gap;
  const maxWidth = RIGHT - x - (countWidth > 0 ? countWidth + ROW.gap : 0);
  const titleY = artist === "" ? center : center - 20;
  drawText(context, title, { x, y: titleY, font: FONTS.track, color: COLORS.ink, maxWidth });
  drawText(context, artist, { x, y: center + 22, font: FONTS.small, color: COLORS.ink3, maxWidth });
}

type Tile = { readonly x: number; readonly y: number; readonly side: number; readonly radius: number };

/** A cover, or a note on a tile. */
function drawTile(context: Context, { x, y, side, radius }: Tile, picture: ImageBitmap | null): void {
  context.save();
  context.beginPath();
  context.roundRect(x, y, side, side, radius);
  context.fillStyle = COLORS.tile;
  context.fill();
  context.clip();
  if (picture) drawCropped(context, picture, { x, y, side });
  else drawText(context, "♪", { x: x + side * 0.36, y: y + side / 2, font: FONTS.facts, color: COLORS.ink3 });
  context.restore();
}
