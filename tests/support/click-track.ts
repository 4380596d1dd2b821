import { seededRandom } from "#scripts/sound.mjs";

// A test track with short bursts of a tone over a quiet hum. The gaps between the bursts identify the position in the track.
// Everything follows from a seed, so that recordings can be compared with what was written.

export const CLICK_GRID_MS = 4;

/** When the clicks begin, in ms on a grid. No two pairs of consecutive gaps are the same. */
export function clickTimesMs(seconds: number, seed = 1): readonly number[] {
  const random = seededRandom(seed);
  const usedPairs = new Set<string>();
  const times: number[] = [];
  let lastGap = 0;
  for (let at = 400; at < seconds * 1000 - 200; ) {
    times.push(at);
    let gap = 0;
    do gap = 300 + CLICK_GRID_MS * Math.floor(random() * 100);
    while (usedPairs.has(`${lastGap},${gap}`));
    usedPairs.add(`${lastGap},${gap}`);
    lastGap = gap;
    at += gap;
  }
  return times;
}

export const CLICK_HZ = 4000;
export const CLICK_MS = 1;

/** The peak of the hum, −40 dBFS. */
export const HUM_LEVEL = 0.01;
const HUM_HZ = 500;

/** Mono samples: a 1 ms burst of 4 kHz at each click, over a hum of 500 Hz. */
export function clickSamples(seconds: number, sampleRate: number, seed = 1): Float32Array {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  for (let i = 0; i < samples.length; i++) samples[i] = HUM_LEVEL * Math.sin((2 * Math.PI * HUM_HZ * i) / sampleRate);
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
