import type { ClickTimes } from "./compare-devices.ts";

/** The largest errors, ms, that the sync badges of all devices name at a wall-clock time, ms; null where a badge names none. */
export type ShownBounds = { readonly atMs: number; readonly boundsMs: readonly (number | null)[] };

/**
 * The share of clicks, in percent, that two devices played further apart than the sum of what their badges named at that moment.
 * Clicks while a badge names no error do not count. NaN without any.
 */
export function shareOutsideBounds(a: ClickTimes, b: ClickTimes, samples: readonly ShownBounds[]): number {
  const isOutside = [...a].flatMap(([index, ms]) => {
    const other = b.get(index);
    const [first, second] = samples.findLast(({ atMs }) => atMs <= ms)?.boundsMs ?? [];
    const isShown = typeof first === "number" && typeof second === "number";
    return other !== undefined && isShown ? [Math.abs(other - ms) > first + second] : [];
  });
  return isOutside.length === 0 ? Number.NaN : (100 * isOutside.filter(Boolean).length) / isOutside.length;
}
