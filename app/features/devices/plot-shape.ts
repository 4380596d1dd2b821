import type { ErrorPoint } from "#app/server-client/room/device-history.ts";

type PlotSize = { readonly nowMs: number; readonly spanMs: number; readonly width: number; readonly height: number };

/** The chart of a device's error, as paths of an SVG. */
export type PlotShape = {
  /** The chart reaches from minus to plus this, ms. */
  readonly rangeMs: number;
  /** The error. */
  readonly line: string;
  /** The error with its bound on both sides. */
  readonly band: string;
  /** The largest distance from the room, with its bound, ms. */
  readonly largestMs: number;
};

type Point = { readonly x: number; readonly errorMs: number; readonly boundMs: number };

/** Heights at which the axis has a round number, ms. */
const RANGES_MS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;
/** Devices report every few seconds. A longer silence is a gap in the chart. */
const GAP_MS = 20_000;

/** Lays out the samples from `spanMs` ago until now. Null if there are too few to draw a line. */
export function layOutPlot(samples: readonly ErrorPoint[], size: PlotSize): PlotShape | null {
  const runs = toRuns(samples, size);
  const points = runs.flat();
  if (runs.every((run) => run.length < 2)) return null;
  const largestMs = Math.max(...points.map(({ errorMs, boundMs }) => Math.abs(errorMs) + boundMs));
  const rangeMs = RANGES_MS.find((ms) => ms >= largestMs) ?? largestMs;
  const toY = (ms: number) => round((size.height / 2) * (1 - ms / rangeMs));
  const line = runs.map((run) => toPath(run.map(({ x, errorMs }) => [x, toY(errorMs)]))).join("");
  const band = runs.map((run) => `${toPath(toOutline(run, toY))}Z`).join("");
  return { rangeMs, line, band, largestMs };
}

/** Parts of the chart without a gap. */
function toRuns(samples: readonly ErrorPoint[], { nowMs, spanMs, width }: PlotSize): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const { atMs, errorMs, boundMs } of samples) {
    if (errorMs === null || atMs < nowMs - spanMs) continue;
    if (atMs - lastMs > GAP_MS) runs.push([]);
    runs.at(-1)?.push({ x: round(width * (1 - (nowMs - atMs) / spanMs)), errorMs, boundMs: boundMs ?? 0 });
    lastMs = atMs;
  }
  return runs;
}

/** Along the upper edge of the band, and back along the lower one. */
function toOutline(run: readonly Point[], toY: (ms: number) => number): readonly (readonly [number, number])[] {
  const upper = run.map(({ x, errorMs, boundMs }) => [x, toY(errorMs + boundMs)] as const);
  const lower = run.map(({ x, errorMs, boundMs }) => [x, toY(errorMs - boundMs)] as const);
  return [...upper, ...lower.reverse()];
}

function toPath(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x} ${y}`).join("");
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}
