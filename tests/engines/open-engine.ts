import { openChromium } from "./chromium.ts";
import type { EngineBrowser, EngineName, EngineOptions } from "./engine-browser.ts";
import { openFirefox } from "./firefox.ts";
import { answerWithin, limitCommands } from "./limit-commands.ts";
import { openWebKit } from "./webkit.ts";

const OPENERS: Readonly<Record<EngineName, (options: EngineOptions) => Promise<EngineBrowser>>> = {
  chromium: openChromium,
  firefox: openFirefox,
  webkit: openWebKit,
};

const START_TIMEOUT_MS = 60_000;

/** Starts a browser. Throws if it is not installed or does not start. */
export async function openEngine(engine: EngineName, options: EngineOptions): Promise<EngineBrowser> {
  return limitCommands(await answerWithin(`${engine}'s start`, START_TIMEOUT_MS, OPENERS[engine](options)));
}
