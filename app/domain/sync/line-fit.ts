/** A point of a line, with the standard deviation of its `y`. */
export type FitPoint = {
  readonly x: number;
  readonly y: number;
  readonly sigma: number;
  /** Share of the transient in this point; none if it is missing. */
  readonly transient?: number;
};

/**
 * The line through `(x, y)`. `sigma` is the standard deviation of that `y`, and `transient` what the points deviate by where
 * their share of the transient is 1.
 */
export type Line = {
  readonly x: number;
  readonly y: number;
  readonly slope: number;
  readonly transient: number;
  readonly sigma: number;
};

/** Standard deviations of the slope and the transient around zero, known beforehand. */
export type LinePrior = { readonly slopeSigma: number; readonly transientSigma?: number };

/** Points further than this many standard deviations from the line count less. */
const OUTLIER_SIGMAS = 2.5;
const ROUNDS = 3;
const NO_TRANSIENT = 1e-6;

/**
 * Fits a line, and the size of a transient of known shape, by weighted least squares. Repeats it with outliers weighted down
 * (Huber 1964). Null without points.
 */
export function fitLine(points: readonly FitPoint[], prior: LinePrior): Line | null {
  let line = fitOnce(points, prior, () => 1);
  for (let round = 1; line && round < ROUNDS; round++) {
    const previous = line;
    line = fitOnce(points, prior, (point) => {
      const distance =
        Math.abs(point.y - (point.transient ?? 0) * previous.transient - valueAt(previous, point.x)) / point.sigma;
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

/** Solves the normal equations. The line is given at the mean of the points, because there it is known best. */
function fitOnce(
  points: readonly FitPoint[],
  { slopeSigma, transientSigma = NO_TRANSIENT }: LinePrior,
  trust: (point: FitPoint) => number,
): Line | null {
  const [first] = points;
  if (!first) return null;
  const weights = points.map((point) => trust(point) / point.sigma ** 2);
  const shareOf = (point: FitPoint) => point.transient ?? 0;
  const sum = (read: (point: FitPoint) => number) =>
    points.reduce((total, point, i) => total + (weights[i] ?? 0) * read(point), 0);
  const total = sum(() => 1);
  // relative to the first point, because times are large numbers
  const x = sum((point) => point.x - first.x) / total + first.x;
  const y = sum((point) => point.y - first.y) / total + first.y;
  const share = sum(shareOf) / total;
  const xx = sum((point) => (point.x - x) ** 2) + 1 / slopeSigma ** 2;
  const xs = sum((point) => (point.x - x) * (shareOf(point) - share));
  const ss = sum((point) => (shareOf(point) - share) ** 2) + 1 / transientSigma ** 2;
  const xy = sum((point) => (point.x - x) * (point.y - y));
  const sy = sum((point) => (shareOf(point) - share) * (point.y - y));
  const determinant = xx * ss - xs ** 2;
  const transient = (xx * sy - xs * xy) / determinant;
  const variance = 1 / total + (share ** 2 * xx) / determinant;
  return { x, y: y - transient * share, slope: (ss * xy - xs * sy) / determinant, transient, sigma: Math.sqrt(variance) };
}
