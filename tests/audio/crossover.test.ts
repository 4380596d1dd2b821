import { describe, expect, it } from "vitest";
import { type Band, CROSSOVER_HZ, Crossover, crossoverDelayFrames } from "#app/audio/worklet/crossover.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { measureTone } from "#tests/sound-card/tones.ts";

const BLOCK = 128;

/** The band of a sound, in blocks as the audio thread has them. */
function filterBand(sound: Float32Array, band: Band, rate: number): Float32Array {
  const crossover = new Crossover(rate, BLOCK);
  const samples = new Float32Array(BLOCK * Math.ceil(sound.length / BLOCK));
  samples.set(sound);
  for (let at = 0; at < samples.length; at += BLOCK) crossover.apply(samples.subarray(at, at + BLOCK), band);
  return samples.subarray(0, sound.length);
}

/** The gain of a band at a frequency, dB, once it is steady. */
function gainDb(band: Band, hz: number, rate: number): number {
  const sound = Float32Array.from({ length: 0.7 * rate }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate));
  const { amplitude } = measureTone(filterBand(sound, band, rate), { hz, sampleRate: rate, fromSec: 0.2, seconds: 0.5 });
  return 20 * Math.log10(amplitude);
}

const largest = (samples: Float32Array) => samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);

describe.each([16_000, 44_100, 48_000, 192_000, 384_000])("a crossover at %d Hz", (rate) => {
  const delay = crossoverDelayFrames(rate);

  it("adds up to the original sound, delayed by whole frames", () => {
    const random = seededRandom(1);
    const sound = Float32Array.from({ length: rate }, () => 2 * random() - 1);
    const [low, high] = (["low", "high"] as const).map((band) => filterBand(sound, band, rate));
    const difference = sound.map((_, i) => (low?.[i] ?? 0) + (high?.[i] ?? 0) - (sound[i - delay] ?? 0));
    expect(20 * Math.log10(largest(difference))).toBeLessThan(-100);
  });

  it("has a linear phase: the response to an impulse is symmetric around the delay", () => {
    const impulse = new Float32Array(4 * delay);
    impulse[0] = 1;
    const low = filterBand(impulse, "low", rate);
    const top = low[delay] ?? 0;
    expect(largest(low)).toBeCloseTo(top, 6);
    for (let i = 0; i <= delay; i++) expect(Math.abs((low[delay - i] ?? 0) - (low[delay + i] ?? 0))).toBeLessThan(1e-4 * top);
  });

  it("passes its own band within 0.05 dB, and the other one at -60 dB or less", () => {
    for (const hz of [20, 50, 75]) {
      expect(Math.abs(gainDb("low", hz, rate))).toBeLessThan(0.05);
      expect(gainDb("high", hz, rate)).toBeLessThan(-60);
    }
    for (const hz of [170, 400, 1000, 2900, 3000, 5500, 7900]) {
      expect(gainDb("low", hz, rate)).toBeLessThan(-60);
      expect(Math.abs(gainDb("high", hz, rate))).toBeLessThan(0.05);
    }
  });

  it("keeps what the low band must not play below -60 dB, images included", () => {
    for (const hz of [1000, 2756, 3000, 4000, 6000, 7800]) {
      const sound = Float32Array.from({ length: rate }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate));
      expect(20 * Math.log10(largest(filterBand(sound, "low", rate).subarray(rate / 2)))).toBeLessThan(-60);
    }
  });

  it("adds no sound of its own to the bass above -85 dB", () => {
    const hz = 60;
    const sound = Float32Array.from({ length: 0.7 * rate }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate));
    const low = filterBand(sound, "low", rate);
    const { amplitude, phase } = measureTone(low, { hz, sampleRate: rate, fromSec: 0.2, seconds: 0.5 });
    const rest = low.map((sample, i) => sample - amplitude * Math.cos((2 * Math.PI * hz * i) / rate + phase));
    expect(20 * Math.log10(largest(rest.subarray(0.2 * rate)))).toBeLessThan(-85);
  });

  it("halves the amplitude of both at the crossover", () => {
    expect(gainDb("low", CROSSOVER_HZ, rate)).toBeCloseTo(-6, 0);
    expect(gainDb("high", CROSSOVER_HZ, rate)).toBeCloseTo(-6, 0);
  });
});
