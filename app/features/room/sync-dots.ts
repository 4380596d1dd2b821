/** Milliseconds from the middle of the meter to either end. Larger errors are shown at the ends. */
export const RANGE_MS = 20;
/** A larger error is shown as a warning. */
const WARNING_MS = 12;

/** Geometry of the meter in units of its view box. */
export const METER = { widthPx: 360, heightPx: 76, baselinePx: 56, marginPx: 12, dotPx: 6 } as const;

const MIDDLE_PX = METER.widthPx / 2;
const PX_PER_MS = (METER.widthPx - 2 * METER.marginPx) / 2 / RANGE_MS;
const CELL_PX = METER.dotPx + 1;

export type SyncDot = { readonly x: number; readonly y: number; readonly isOwn: boolean; readonly isWarning: boolean };

export function toMeterX(ms: number): number {
  return MIDDLE_PX + ms * PX_PER_MS;
}

/**
 * One dot for each device. Devices ahead of the room are left of the middle, devices behind it right. Dots at the same place
 * are stacked.
 * The dot nearest to this device's own error is assumed to be its own, because the errors carry no names.
 */
export function layOutSyncDots(errorsMs: readonly number[], ownErrorMs: number | null): readonly SyncDot[] {
  const heights = new Map<number, number>();
  const ownIndex = ownErrorMs === null ? null : findNearest(errorsMs, ownErrorMs);
  return errorsMs.map((errorMs, i) => {
    const shownMs = -Math.max(-RANGE_MS, Math.min(RANGE_MS, errorMs));
    const column = Math.round((shownMs * PX_PER_MS) / CELL_PX);
    const height = heights.get(column) ?? 0;
    heights.set(column, height + 1);
    return {
      x: MIDDLE_PX + column * CELL_PX,
      y: METER.baselinePx - 5 - height * CELL_PX,
      isOwn: i === ownIndex,
      isWarning: Math.abs(errorMs) > WARNING_MS,
    };
  });
}

function findNearest(values: readonly number[], target: number): number | null {
  let nearest: number | null = null;
  for (const [i, value] of values.entries()) {
    if (nearest === null || Math.abs(value - target) < Math.abs((values[nearest] ?? 0) - target)) nearest = i;
  }
  return nearest;
}
