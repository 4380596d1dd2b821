import { setTimeout as wait } from "node:timers/promises";
import type { ShownBounds } from "#tests/sound-card/shown-bounds.ts";
import type { EngineBrowser } from "./engine-browser.ts";
import { readShownBound } from "./main-flow.ts";

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
