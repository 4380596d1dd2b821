import { WORDMARK } from "#app/ui/logo.tsx";
import { COLORS, CONTENT_WIDTH, type Context, drawText, FONTS, type LoadedPictures, RIGHT } from "./canvas-parts.ts";
import { drawArtwork } from "./draw-artwork.ts";
import { drawPeople } from "./draw-people.ts";
import { drawTrack } from "./draw-tracks.ts";
import { wrapText } from "./fit-text.ts";
import type { PictureContent } from "./picture-content.ts";
import { layOutPicture, PICTURE, ROW, TITLE_LINE } from "./picture-layout.ts";

/** Loads the font for the characters of the picture. A font that fails to load is replaced by that of the system. */
export async function loadPictureFonts({ title, facts, tracks, names }: PictureContent): Promise<void> {
  const text = [title, facts, names, ...tracks.flatMap((track) => [track.title, track.artist, track.count])].join(" ");
  const loading = Object.values(FONTS).map((font) => document.fonts.load(font, text));
  await Promise.allSettled(loading);
}

/** Draws a session. Long texts are cut. */
export function drawPicture(context: Context, content: PictureContent, pictures: LoadedPictures): void {
  const { width, height, margin } = PICTURE;
  context.textBaseline = "middle";
  context.font = FONTS.title;
  const measure = (text: string) => context.measureText(text).width;
  const titleLines = wrapText(content.title, { maxWidth: CONTENT_WIDTH, maxLines: 2 }, measure);
  const { tracks, people } = content;
  const layout = layOutPicture({ titleLines: titleLines.length, rows: tracks.length, hasPeople: people.length > 0 });
  context.fillStyle = COLORS.bg;
  context.fillRect(0, 0, width, height);
  drawHeader(context, content.date);
  drawArtwork(context, content.artwork, layout.artwork);
  titleLines.forEach((line, i) => {
    const y = layout.titleTop + (i + 0.5) * TITLE_LINE;
    drawText(context, line, { x: margin, y, font: FONTS.title, color: COLORS.ink });
  });
  const facts = { x: margin, y: layout.factsTop + 26, font: FONTS.facts, color: COLORS.ink2, maxWidth: CONTENT_WIDTH };
  drawText(context, content.facts, facts);
  for (const [i, track] of tracks.entries()) drawTrack(context, track, { top: layout.rowsTop + i * ROW.height, pictures });
  if (people.length > 0) drawPeople(context, content, { top: layout.peopleTop, pictures });
}

function drawHeader(context: Context, date: string): void {
  const { margin } = PICTURE;
  context.save();
  context.translate(margin + WORDMARK.strokeWidth / 2, margin + 6);
  context.strokeStyle = COLORS.ink;
  context.lineWidth = WORDMARK.strokeWidth;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.stroke(new Path2D(WORDMARK.path));
  context.fillStyle = COLORS.dot;
  const { x, y, radius } = WORDMARK.dot;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  context.restore();
  context.textAlign = "right";
  drawText(context, date, { x: RIGHT, y: margin + 36, font: FONTS.small, color: COLORS.ink3 });
  context.textAlign = "left";
}
