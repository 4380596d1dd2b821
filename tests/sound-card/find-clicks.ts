import { CLICK_HZ, CLICK_MS } from "#tests/support/click-track.ts";

/** Of the loudest click. A browser's volume and leveling change all clicks alike. */
const THRESHOLD = 0.2;
/** Below this level there is no click at all, −80 dBFS. */
const SILENT_LEVEL = 0.0001;
/** Two peaks closer than this belong to one click. */
const APART_MS = 20;

/** When the clicks of a click track begin, in ms from the first sample. Accurate to a few hundredths of a millisecond. */
export function findClicks(samples: Float32Array, sampleRate: number): readonly number[] {
  const levels = toneLevels(samples, sampleRate);
  const threshold = Math.max(SILENT_LEVEL, THRESHOLD * maximum(levels));
  const apart = (APART_MS / 1000) * sampleRate;
  const peaks: number[] = [];
  for (let i = 1; i < levels.length - 1; i++) {
    const level = levels[i] ?? 0;
    if (level < threshold || level < (levels[i - 1] ?? 0) || level <= (levels[i + 1] ?? 0)) continue;
    const last = peaks.at(-1);
    if (last === undefined || i - last > apart) peaks.push(i);
    else if (level > (levels[last] ?? 0)) peaks[peaks.length - 1] = i;
  }
  const length = windowLength(sampleRate);
  return peaks.map((peak) => ((refinePeak(levels, peak) - length + 1) / sampleRate) * 1000);
}

const windowLength = (sampleRate: number) => Math.round((sampleRate * CLICK_MS) / 1000);

/** The level of the click's tone in the window that ends at each sample: a correlation that peaks at the end of a click. */
function toneLevels(samples: Float32Array, sampleRate: number): Float32Array {
  const length = windowLength(sampleRate);
  const angle = (2 * Math.PI * CLICK_HZ) / sampleRate;
  const levels = new Float32Array(samples.length);
  let [re, im] = [0, 0];
  for (let i = 0; i < samples.length; i++) {
    const entering = samples[i] ?? 0;
    const leaving = samples[i - length] ?? 0;
    re += entering * Math.cos(angle * i) - leaving * Math.cos(angle * (i - length));
    im += entering * Math.sin(angle * i) - leaving * Math.sin(angle * (i - length));
    levels[i] = Math.hypot(re, im) / length;
  }
  return levels;
}

function maximum(values: Float32Array): number {
  let highest = 0;
  for (const value of values) if (value > highest) highest = value;
  return highest;
}

/** The top of the parabola through a peak and its neighbors. */
function refinePeak(levels: Float32Array, peak: number): number {
  const [before = 0, top = 0, after = 0] = levels.subarray(peak - 1, peak + 2);
  const bend = before - 2 * top + after;
  return peak + (bend === 0 ? 0 : (before - after) / (2 * bend));
}
