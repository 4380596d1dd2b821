import { setTimeout as wait } from "node:timers/promises";
import type { EngineBrowser } from "#tests/engines/engine-browser.ts";
import { readShownBound } from "#tests/engines/main-flow.ts";
import type { ClickTimes } from "./compare-devices.ts";

/** The largest errors, ms, that the sync badges of all devices name at a wall-clock time, ms; null where a badge names none. */
export type ShownBounds = { readonly atMs: number; readonly boundsMs: readonly (number | null)[] };

const INTERVAL_MS = 2000;

/** Reads the sync badges while the steps run. */
export async function readBoundsDuring(
  browsers: readonly EngineBrowser[],
  steps: () => Promise<void>,
): Promise<readonly ShownBounds[]> {
  const samples: ShownBounds[] = [];
  const running = { isOver: false };
  const read = async () => {
    while (!running.isOver) {
      // a page that has not been opened yet shows nothing
      const boundsMs = await Promise.all(browsers.map((browser) => readShownBound(browser).catch(() => null)));
      samples.push({ atMs: Date.now(), boundsMs });
      await wait(INTERVAL_MS);
    }
  };
  const reading = read();
  await steps();
  running.isOver = true;
  await reading;
  return samples;
}

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
