import { percentile } from "#tests/support/percentile.ts";

/** When each click of a track was played, in ms, by its index in the track. */
export type ClickTimes = ReadonlyMap<number, number>;

export type DeviceComparison = {
  /** The number of clicks that both devices played. */
  readonly clicks: number;
  /** Positive if B is behind A. */
  readonly medianMs: number;
  /** Of the absolute distance. */
  readonly p95Ms: number;
  readonly maxMs: number;
  /**
   * How far the distance moves away from its median and stays there: the largest deviation of the median of
   * `WANDER_CLICKS` consecutive clicks from the median of all. A constant distance, however large, has none.
   */
  readonly wanderMs: number;
};

/** About 4 s of clicks: long enough that the jitter of single clicks does not count. */
const WANDER_CLICKS = 9;

/** Compares two devices over the clicks that both have played. All figures are NaN without such clicks. */
export function compareDevices(a: ClickTimes, b: ClickTimes): DeviceComparison {
  const distances = [...a]
    .sort(([first], [second]) => first - second)
    .flatMap(([index, ms]) => {
      const other = b.get(index);
      return other === undefined ? [] : [other - ms];
    });
  const sizes = distances.map(Math.abs);
  return {
    clicks: distances.length,
    medianMs: percentile(distances, 0.5),
    p95Ms: percentile(sizes, 0.95),
    maxMs: percentile(sizes, 1),
    wanderMs: measureWander(distances),
  };
}

function measureWander(distances: readonly number[]): number {
  const center = percentile(distances, 0.5);
  const windows = Math.max(1, distances.length - WANDER_CLICKS + 1);
  const deviations = Array.from({ length: windows }, (_, from) =>
    Math.abs(percentile(distances.slice(from, from + WANDER_CLICKS), 0.5) - center),
  );
  return percentile(deviations, 1);
}

export function formatDeviceComparison({ clicks, medianMs, p95Ms, maxMs, wanderMs }: DeviceComparison): string {
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  return `median ${ms(medianMs)}, 95 % within ${ms(p95Ms)}, maximum ${ms(maxMs)}, wander ${ms(wanderMs)}, ${clicks} clicks`;
}
