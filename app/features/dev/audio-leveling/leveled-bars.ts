import { LOUDNESS_EXPONENT } from "#app/audio/analysis/waveform-meter.ts";

export type LeveledBars = { readonly before: readonly number[]; readonly after: readonly number[] };

/**
 * Heights of a waveform's bars, 0 to 1, before and after leveling. Both are on one scale, on which the louder of the two
 * reaches 1.
 * @param points a waveform, one byte per point
 */
export function toLeveledBars(points: Uint8Array, gainDb: number, barCount: number): LeveledBars {
  const gain = 10 ** ((gainDb / 20) * LOUDNESS_EXPONENT);
  const fullScale = 255 * Math.max(1, gain);
  const bars = toBars(points, barCount);
  return { before: bars.map((bar) => bar / fullScale), after: bars.map((bar) => (bar * gain) / fullScale) };
}

/** The maximum of the points in each bar. */
function toBars(points: Uint8Array, barCount: number): readonly number[] {
  return Array.from({ length: barCount }, (_, i) => {
    const from = Math.floor((i / barCount) * points.length);
    const to = Math.max(from + 1, Math.floor(((i + 1) / barCount) * points.length));
    return points.subarray(from, to).reduce((max, point) => Math.max(max, point), 0);
  });
}
