import { describe, expect, it } from "vitest";
import { CHIRP_FROM_HZ, CHIRP_TO_HZ, createChirp } from "#app/domain/calibration/chirp.ts";
import { createComplex, transform } from "#app/domain/calibration/fft.ts";

describe("the test sound for microphones", () => {
  it.each([44_100, 48_000])("begins and ends smoothly at %i Hz, and its peak is 1", (sampleRate) => {
    const chirp = createChirp(sampleRate);
    const steps = [0, ...chirp, 0].map((sample, i, all) => Math.abs(sample - (all[i - 1] ?? 0)));
    expect(Math.max(...steps.slice(0, 20), ...steps.slice(-20))).toBeLessThan(0.02);
    expect(Math.max(...chirp.map(Math.abs))).toBeGreaterThan(0.99);
    expect(Math.max(...chirp.map(Math.abs))).toBeLessThanOrEqual(1);
  });

  it("is the same sound at each sample rate", () => {
    const [slow, fast] = [createChirp(24_000), createChirp(48_000)];
    for (const [i, sample] of slow.entries()) expect(sample).toBeCloseTo(fast[2 * i] ?? Number.NaN, 5);
  });

  it("has its energy within its band", () => {
    const [size, sampleRate] = [8192, 48_000];
    const spectrum = createComplex(size);
    spectrum.re.set(createChirp(sampleRate));
    transform(spectrum);
    const powers = Array.from({ length: size / 2 }, (_, i) => (spectrum.re[i] ?? 0) ** 2 + (spectrum.im[i] ?? 0) ** 2);
    const sum = (from: number, to: number) => powers.slice(from, to).reduce((total, power) => total + power, 0);
    const inBand = sum(Math.round((CHIRP_FROM_HZ * size) / sampleRate), Math.round((CHIRP_TO_HZ * size) / sampleRate));
    expect(inBand / sum(0, size / 2)).toBeGreaterThan(0.99);
  });
});
