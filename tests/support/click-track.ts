import { seededRandom } from "#scripts/sound.mjs";

// A test track: short bursts of a tone at moments that tell where in the track they are, over a quiet hum. Everything
// follows from a seed, so that what is heard can be compared with what was written.

export const CLICK_GRID_MS = 4;

/** When the clicks begin, ms: on a grid, and no two neighbouring pairs of spacings are the same. */
export function clickTimesMs(seconds: number, seed = 1): readonly number[] {
  const random = seededRandom(seed);
  const seen = new Set<string>();
  const times: number[] = [];
  let lastGap = 0;
  for (let at = 400; at < seconds * 1000 - 200; ) {
    times.push(at);
    let gap = 0;
    do gap = 300 + CLICK_GRID_MS * Math.floor(random() * 100);
    while (seen.has(`${lastGap},${gap}`));
    seen.add(`${lastGap},${gap}`);
    lastGap = gap;
    at += gap;
  }
  return times;
}

export const CLICK_HZ = 4000;
export const CLICK_MS = 1;

/** Of the sine under the clicks, its peak: −40 dB. */
export const HUM_LEVEL = 0.01;

/** Mono samples: a 1 ms burst of 4 kHz at each click, over a hum of 500 Hz. */
export function clickSamples(seconds: number, sampleRate: number, seed = 1): Float32Array {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  for (let i = 0; i < samples.length; i++) samples[i] = HUM_LEVEL * Math.sin((2 * Math.PI * 500 * i) / sampleRate);
  const burst = (CLICK_MS / 1000) * sampleRate;
  for (const ms of clickTimesMs(seconds, seed)) {
    const start = (ms / 1000) * sampleRate;
    for (let i = Math.ceil(start); i < start + burst; i++) {
      const tone = Math.sin((2 * Math.PI * CLICK_HZ * (i - start)) / sampleRate);
      samples[i] = (samples[i] ?? 0) + 0.8 * tone * Math.sin((Math.PI * (i - start)) / burst);
    }
  }
  return samples;
}
