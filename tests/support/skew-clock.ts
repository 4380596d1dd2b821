import type { Page } from "@playwright/test";

/** A clock that is off, and runs fast (`ppm` above 0) or slow. */
export type Skew = { readonly offsetMs: number; readonly ppm: number };

/** After the probe, which keeps the true clock, and before the page is opened. */
export async function skewClock(page: Page, skew: Skew): Promise<void> {
  await page.addInitScript(({ offsetMs, ppm }) => {
    const rate = 1 + ppm * 1e-6;
    const now = performance.now.bind(performance);
    const dateNow = Date.now.bind(Date);
    const startedMs = dateNow();
    const readOutput = AudioContext.prototype.getOutputTimestamp;
    performance.now = () => now() * rate + offsetMs;
    Date.now = () => Math.round(startedMs + (dateNow() - startedMs) * rate + offsetMs);
    AudioContext.prototype.getOutputTimestamp = function (this: AudioContext) {
      const { contextTime = 0, performanceTime = 0 } = readOutput.call(this);
      return { contextTime, performanceTime: performanceTime > 0 ? performanceTime * rate + offsetMs : performanceTime };
    };
  }, skew);
}
