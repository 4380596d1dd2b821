import type { Page } from "@playwright/test";

/** A clock error: a constant offset, and a rate error in parts per million. Positive values are fast. */
export type Skew = { readonly offsetMs: number; readonly ppm: number };

/** Skews all clocks of a page. Call this after the probe, which needs the true clock, and before the page is opened. */
export async function skewClock(page: Page, skew: Skew): Promise<void> {
  await page.addInitScript(({ offsetMs, ppm }) => {
    const rate = 1 + ppm * 1e-6;
    const now = performance.now.bind(performance);
    const dateNow = Date.now.bind(Date);
    const startedMs = dateNow();
    const getOutputTimestamp = AudioContext.prototype.getOutputTimestamp;
    performance.now = () => now() * rate + offsetMs;
    Date.now = () => Math.round(startedMs + (dateNow() - startedMs) * rate + offsetMs);
    AudioContext.prototype.getOutputTimestamp = function (this: AudioContext) {
      const { contextTime = 0, performanceTime = 0 } = getOutputTimestamp.call(this);
      return { contextTime, performanceTime: performanceTime > 0 ? performanceTime * rate + offsetMs : performanceTime };
    };
  }, skew);
}
