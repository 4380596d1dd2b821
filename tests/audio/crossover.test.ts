import { describe, expect, it } from "vitest";
import { type Band, CROSSOVER_HZ, crossoverDelayFrames, designCrossover } from "#app/audio/crossover.ts";

/** The gain of a filter at a frequency, dB. */
function gainDb(taps: Float32Array, hz: number, sampleRate: number): number {
  let [re, im] = [0, 0];
  for (const [i, tap] of taps.entries()) {
    const angle = (2 * Math.PI * hz * i) / sampleRate;
    re += tap * Math.cos(angle);
    im -= tap * Math.sin(angle);
  }
  return 20 * Math.log10(Math.hypot(re, im));
}

const range = (from: number, to: number, count = 40) =>
  Array.from({ length: count }, (_, i) => from * (to / from) ** (i / (count - 1)));

describe.each([44_100, 48_000, 96_000])("a crossover at %d Hz", (rate) => {
  const bands: Record<Band, Float32Array> = { low: designCrossover("low", rate), high: designCrossover("high", rate) };

  it("adds up to the original sound, delayed by whole frames", () => {
    const delay = crossoverDelayFrames(rate);
    const error = bands.low.reduce((max, tap, i) => {
      const sum = tap + (bands.high[i] ?? Number.NaN);
      return Math.max(max, Math.abs(sum - (i === delay ? 1 : 0)));
    }, 0);
    expect(20 * Math.log10(error)).toBeLessThan(-100);
    expect(bands.low).toHaveLength(2 * delay + 1);
  });

  it("has a linear phase: the taps are symmetric", () => {
    for (const taps of Object.values(bands)) expect([...taps].reverse()).toEqual([...taps]);
  });

  it("passes its own band within 0.05 dB, and the other one at -60 dB or less", () => {
    for (const hz of range(5, 75)) {
      expect(Math.abs(gainDb(bands.low, hz, rate))).toBeLessThan(0.05);
      expect(gainDb(bands.high, hz, rate)).toBeLessThan(-60);
    }
    for (const hz of range(170, rate / 2)) {
      expect(gainDb(bands.low, hz, rate)).toBeLessThan(-60);
      expect(Math.abs(gainDb(bands.high, hz, rate))).toBeLessThan(0.05);
    }
  });

  it("halves the amplitude of both at the crossover", () => {
    expect(gainDb(bands.low, CROSSOVER_HZ, rate)).toBeCloseTo(-6, 0);
    expect(gainDb(bands.high, CROSSOVER_HZ, rate)).toBeCloseTo(-6, 0);
  });
});
