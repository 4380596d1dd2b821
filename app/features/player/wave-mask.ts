/** Bars of 2 px with as much between them, round at the ends. */
const BAR_PX = 2;
const STEP_PX = 4;
/** Silence is still a line of dots. */
const LEAST_PX = 2;

/**
 * A track's waveform as a picture through which the colours of the seek bar are seen.
 * @param points loudness over the track, 0 to 255
 * @returns the address of a picture of this size, in CSS px
 */
export function drawWaveMask(points: Uint8Array, widthPx: number, heightPx: number): string {
  const scale = window.devicePixelRatio || 1;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(widthPx * scale);
  canvas.height = Math.round(heightPx * scale);
  const context = canvas.getContext("2d");
  if (!context) return "none";
  context.scale(scale, scale);
  const bars = Math.max(1, Math.floor(widthPx / STEP_PX));
  for (const [i, value] of barHeights(points, bars).entries()) {
    const height = Math.max(LEAST_PX, (value / 255) * heightPx);
    context.beginPath();
    context.roundRect((i / bars) * widthPx, (heightPx - height) / 2, BAR_PX, height, BAR_PX / 2);
    context.fill();
  }
  return `url(${canvas.toDataURL()})`;
}

/** The loudest of the points that fall on each bar. */
export function barHeights(points: Uint8Array, bars: number): readonly number[] {
  return Array.from({ length: bars }, (_, i) => {
    const from = Math.floor((i / bars) * points.length);
    const to = Math.max(from + 1, Math.floor(((i + 1) / bars) * points.length));
    return points.subarray(from, to).reduce((most, value) => Math.max(most, value), 0);
  });
}
