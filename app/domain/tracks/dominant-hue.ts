const BINS = 24;
/** A picture with less average color than this has no dominant hue, 0–1. */
const COLORFULNESS_MIN = 0.06;

/**
 * The dominant hue of a picture, 0–359, or null for a gray picture. Colorful pixels weigh more.
 * @param rgba four bytes per pixel, as in a canvas
 */
export function dominantHue(rgba: ArrayLike<number>): number | null {
  const { weights, total } = weighHues(rgba);
  if (total / Math.max(1, rgba.length / 4) < COLORFULNESS_MIN ** 2) return null;
  // adjacent bins count by half, so that a hue on the border of two bins does not lose to a weaker one
  const smooth = (bin: number) =>
    (weights[bin] ?? 0) + ((weights[(bin + 1) % BINS] ?? 0) + (weights[(bin + BINS - 1) % BINS] ?? 0)) / 2;
  let best = 0;
  for (let bin = 1; bin < BINS; bin++) if (smooth(bin) > smooth(best)) best = bin;
  return Math.round(((best + 0.5) * 360) / BINS) % 360;
}

function weighHues(rgba: ArrayLike<number>): { readonly weights: Float64Array; readonly total: number } {
  const weights = new Float64Array(BINS);
  let total = 0;
  for (let i = 0; i + 3 < rgba.length; i += 4) {
    const [r, g, b] = [(rgba[i] ?? 0) / 255, (rgba[i + 1] ?? 0) / 255, (rgba[i + 2] ?? 0) / 255];
    const max = Math.max(r, g, b);
    const chroma = max - Math.min(r, g, b);
    if (chroma === 0) continue;
    // squared, because the hue of a very dark or very light pixel is barely visible
    const weight = chroma * chroma * ((rgba[i + 3] ?? 0) / 255);
    const bin = Math.floor((toHue({ r, g, b, max, chroma }) / 360) * BINS) % BINS;
    weights[bin] = (weights[bin] ?? 0) + weight;
    total += weight;
  }
  return { weights, total };
}

type Pixel = { readonly r: number; readonly g: number; readonly b: number; readonly max: number; readonly chroma: number };

function toHue({ r, g, b, max, chroma }: Pixel): number {
  if (max === r) return (60 * ((g - b) / chroma) + 360) % 360;
  return max === g ? 60 * ((b - r) / chroma) + 120 : 60 * ((r - g) / chroma) + 240;
}
