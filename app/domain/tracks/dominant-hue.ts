const BINS = 24;
/** A picture with less colour than this has no hue. */
const COLOURFUL_MIN = 0.06;

/**
 * The hue that a picture is mostly of, 0–359, or null for one in greys. Pixels count by how colourful they are.
 * @param rgba bytes of four a pixel, as a canvas gives them
 */
export function dominantHue(rgba: ArrayLike<number>): number | null {
  const weights = new Float64Array(BINS);
  let total = 0;
  for (let i = 0; i + 3 < rgba.length; i += 4) {
    const [r, g, b] = [(rgba[i] ?? 0) / 255, (rgba[i + 1] ?? 0) / 255, (rgba[i + 2] ?? 0) / 255];
    const most = Math.max(r, g, b);
    const chroma = most - Math.min(r, g, b);
    if (chroma === 0) continue;
    // very dark and very light pixels say little
    const weight = chroma * chroma * ((rgba[i + 3] ?? 0) / 255);
    const bin = Math.floor((hueOf({ r, g, b, most, chroma }) / 360) * BINS) % BINS;
    weights[bin] = (weights[bin] ?? 0) + weight;
    total += weight;
  }
  if (total / Math.max(1, rgba.length / 4) < COLOURFUL_MIN ** 2) return null;
  let best = 0;
  // neighbours lend their weight, so that a hue on the border of two bins does not lose to a lesser one
  const smooth = (bin: number) =>
    (weights[bin] ?? 0) + ((weights[(bin + 1) % BINS] ?? 0) + (weights[(bin + BINS - 1) % BINS] ?? 0)) / 2;
  for (let bin = 1; bin < BINS; bin++) if (smooth(bin) > smooth(best)) best = bin;
  return Math.round(((best + 0.5) * 360) / BINS) % 360;
}

type Pixel = { readonly r: number; readonly g: number; readonly b: number; readonly most: number; readonly chroma: number };

function hueOf({ r, g, b, most, chroma }: Pixel): number {
  if (most === r) return (60 * ((g - b) / chroma) + 360) % 360;
  return most === g ? 60 * ((b - r) / chroma) + 120 : 60 * ((r - g) / chroma) + 240;
}
