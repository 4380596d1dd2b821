import { Voice } from "./voice.ts";

/** The sample rates of nearly all tracks, Hz. */
const RATES = [44_100, 48_000] as const;
const BLOCK_FRAMES = 128;
/** Half a second of sound, after which browsers have compiled what they run. */
const BLOCKS = 200;
/** As a placement has it whose clocks differ. */
const TRIMMED = 1.0001;

/**
 * Renders half a second of silence, and plays none of it, before the first voice has to be in time. Browsers interpret new code
 * until it has run for a while, and then the first block of a track would take longer than the output can wait.
 */
export function warmUp(contextRate: number): void {
  const outputs = [new Float32Array(BLOCK_FRAMES), new Float32Array(BLOCK_FRAMES)];
  for (const sampleRate of RATES) {
    const voice = new Voice({ sampleRate, channels: 2, contextRate });
    const plane = new Float32Array(sampleRate);
    voice.write(0, [plane, plane]);
    const rate = (sampleRate / contextRate) * TRIMMED;
    const fades = { fadeIn: { startFrame: 0, endFrame: contextRate }, fadeOut: null };
    const placement = { contextFrame: 0, trackFrame: 0, rate, startFrame: 0, stopFrame: null, isCutShort: false, gain: 1 };
    voice.place({ ...placement, ...fades }, 0);
    for (let block = 0; block < BLOCKS; block++) voice.render(outputs, block * BLOCK_FRAMES);
    voice.close();
  }
}
