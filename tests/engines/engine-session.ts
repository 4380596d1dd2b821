import { analyzeRecording, type DeviceSound } from "#tests/sound-card/device-sound.ts";
import { type SoundCard, startSoundCard } from "#tests/sound-card/sound-card.ts";
import type { EngineBrowser, EngineName } from "./engine-browser.ts";
import { openEngine } from "./open-engine.ts";

/** Browsers of several engines, each with a device of one sound card. */
export type EngineSession = {
  readonly card: SoundCard;
  readonly browsers: readonly EngineBrowser[];
  /** Runs the steps while the sound card records. Returns what each browser played. */
  recordDuring(steps: () => Promise<void>): Promise<readonly DeviceSound[]>;
  close(): Promise<void>;
};

/** Starts the sound card and the browsers, in this order. */
export async function openEngineSession(engines: readonly EngineName[]): Promise<EngineSession> {
  const card = await startSoundCard(engines.length);
  const browsers: EngineBrowser[] = [];
  const close = async () => {
    await Promise.allSettled(browsers.map((browser) => browser.close()));
    await card.stop();
  };
  try {
    for (const [device, engine] of engines.entries()) browsers.push(await openEngine(engine, { env: card.env(device) }));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    card,
    browsers,
    async recordDuring(steps) {
      const recorder = await card.record();
      await steps();
      return analyzeRecording(await recorder.stop());
    },
    close,
  };
}
