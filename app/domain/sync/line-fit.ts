/** A point of a line, with the standard deviation of its `y`. */
export type FitPoint = { readonly x: number; readonly y: number; readonly sigma: number };

/** The line through `(x, y)`. */
export type Line = { readonly x: number; readonly y: number; readonly slope: number };

/** Points further than this many standard deviations from the line count less. */
const OUTLIER_SIGMAS = 2.5;
const ROUNDS = 3;

/**
 * Fits a line by weighted least squares and repeats it with outliers weighted down (Huber 1964). Null without points.
 * @param slopeSigma standard deviation of the slope around zero, known beforehand
 */
export function fitLine(points: readonly FitPoint[], slopeSigma: number): Line | null {
  let line = fitOnce(points, slopeSigma, () => 1);
  for (let round = 1; line && round < ROUNDS; round++) {
    const previous = line;
    line = fitOnce(points, slopeSigma, ({ x, y, sigma }) => {
      const distance = Math.abs(y - valueAt(previous, x)) / sigma;
      return distance > OUTLIER_SIGMAS ? OUTLIER_SIGMAS / distance : 1;
    });
  }
  return line;
}

export function valueAt(line: Line, x: number): number {
  return line.y + line.slope * (x - line.x);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

function fitOnce(points: readonly FitPoint[], slopeSigma: number, trust: (point: FitPoint) => number): Line | null {
  const [first] = points;
  if (!first) return null;
  const weighted = points.map((point) => ({ ...point, weight: trust(point) / point.sigma ** 2 }));
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  // relative to the first point, because times are large numbers
  const x = weighted.reduce((sum, point) => sum + point.weight * (point.x - first.x), 0) / total + first.x;
  const y = weighted.reduce((sum, point) => sum + point.weight * (point.y - first.y), 0) / total + first.y;
  const covariance = weighted.reduce((sum, point) => sum + point.weight * (point.x - x) * (point.y - y), 0);
  const variance = weighted.reduce((sum, point) => sum + point.weight * (point.x - x) ** 2, 1 / slopeSigma ** 2);
  return { x, y, slope: covariance / variance };
}
