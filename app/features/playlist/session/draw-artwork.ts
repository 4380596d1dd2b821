import { LANES, type Note, type RoomArtwork } from "#app/domain/room/room-artwork.ts";
import { CONTENT_WIDTH, type Context } from "./canvas-parts.ts";
import { PICTURE } from "./picture-layout.ts";

// the light theme of the room list: lightness and chroma, to which the room adds its hue
const TONES = { a: "0.7 0.15", b: "0.78 0.115", c: "0.86 0.07" } as const;
const BACKGROUND = "0.945 0.026";
const BAR_LINE = "rgb(24 25 20 / 0.22)";
const RADIUS = 28;

/** The artwork as the room list shows it: lanes of notes, and the bar line. */
export function drawArtwork(
  context: Context,
  { hue, barAt, notes }: RoomArtwork,
  box: { readonly top: number; readonly height: number },
): void {
  const { margin } = PICTURE;
  context.save();
  context.beginPath();
  context.roundRect(margin, box.top, CONTENT_WIDTH, box.height, RADIUS);
  context.clip();
  context.fillStyle = `oklch(${BACKGROUND} ${hue})`;
  context.fillRect(margin, box.top, CONTENT_WIDTH, box.height);
  const laneHeight = box.height / (LANES + 0.6);
  context.lineWidth = Math.min(18, laneHeight * 0.44);
  context.lineCap = "round";
  const toX = (percent: number) => margin + (percent / 100) * CONTENT_WIDTH;
  const drawNote = ({ lane, from, length, tone }: Note) => {
    const y = box.top + (lane + 0.8) * laneHeight;
    context.strokeStyle = `oklch(${TONES[tone]} ${hue})`;
    context.beginPath();
    context.moveTo(toX(from) + context.lineWidth / 2, y);
    context.lineTo(Math.max(toX(from + length) - context.lineWidth / 2, toX(from) + context.lineWidth / 2), y);
    context.stroke();
  };
  notes.forEach(drawNote);
  context.fillStyle = BAR_LINE;
  context.fillRect(toX(barAt) - 1.5, box.top, 3, box.height);
  context.restore();
}
