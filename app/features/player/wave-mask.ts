/** Bars of 2 px with gaps of 2 px. */
const BAR_PX = 2;
const PITCH_PX = 4;
/** Silence is drawn as a line of dots. */
const MIN_BAR_HEIGHT_PX = 2;

/**
 * Draws a waveform as a mask for the seek bar.
 * @param points loudness over the track, 0 to 255
 * @returns a CSS image of this size in CSS px
 */
export function drawWaveMask(points: Uint8Array, widthPx: number, heightPx: number): string {
  const scale = window.devicePixelRatio || 1;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(widthPx * scale);
  canvas.height = Math.round(heightPx * scale);
  const context = canvas.getContext("2d");
  if (!context) return "none";
  context.scale(scale, scale);
  const barCount = Math.max(1, Math.floor(widthPx / PITCH_PX));
  for (const [i, value] of toBars(points, barCount).entries()) {
    const barHeightPx = Math.max(MIN_BAR_HEIGHT_PX, (value / 255) * heightPx);
    context.beginPath();
    context.roundRect((i / barCount) * widthPx, (heightPx - barHeightPx) / 2, BAR_PX, barHeightPx, BAR_PX / 2);
    context.fill();
  }
  return `url(${canvas.toDataURL()})`;
}

/** The maximum of the points in each bar. */
function toBars(points: Uint8Array, barCount: number): readonly number[] {
  return Array.from({ length: barCount }, (_, i) => {
    const from = Math.floor((i / barCount) * points.length);
    const to = Math.max(from + 1, Math.floor(((i + 1) / barCount) * points.length));
    return points.subarray(from, to).reduce((max, value) => Math.max(max, value), 0);
  });
}
