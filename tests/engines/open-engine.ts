import { openChromium } from "./chromium.ts";
import type { EngineBrowser, EngineName, EngineOptions } from "./engine-browser.ts";
import { openFirefox } from "./firefox.ts";
import { openWebKit } from "./webkit.ts";

const OPENERS: Readonly<Record<EngineName, (options: EngineOptions) => Promise<EngineBrowser>>> = {
  chromium: openChromium,
  firefox: openFirefox,
  webkit: openWebKit,
};

/** Starts a browser. Throws if it is not installed. */
export function openEngine(engine: EngineName, options: EngineOptions): Promise<EngineBrowser> {
  return OPENERS[engine](options);
}
