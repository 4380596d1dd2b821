import { describe, expect, it } from "vitest";
import { createComplex, invert, powerOfTwo, transform } from "#app/domain/calibration/fft.ts";
import { seededRandom } from "#scripts/sound.mjs";

const SIZE = 64;

function randomSignal() {
  const random = seededRandom(3);
  const signal = createComplex(SIZE);
  for (let i = 0; i < SIZE; i++) [signal.re[i], signal.im[i]] = [random() - 0.5, random() - 0.5];
  return signal;
}

describe("the Fourier transform", () => {
  it("is that of the definition", () => {
    const signal = randomSignal();
    const spectrum = { re: signal.re.slice(), im: signal.im.slice() };
    transform(spectrum);
    for (let bin = 0; bin < SIZE; bin++) {
      let re = 0;
      for (let i = 0; i < SIZE; i++) {
        const angle = (-2 * Math.PI * bin * i) / SIZE;
        re += (signal.re[i] ?? 0) * Math.cos(angle) - (signal.im[i] ?? 0) * Math.sin(angle);
      }
      expect(spectrum.re[bin]).toBeCloseTo(re, 9);
    }
  });

  it("is undone by the inverse, which multiplies by the length", () => {
    const signal = randomSignal();
    const copy = { re: signal.re.slice(), im: signal.im.slice() };
    transform(copy);
    invert(copy);
    for (let i = 0; i < SIZE; i++) {
      expect(copy.re[i]).toBeCloseTo(SIZE * (signal.re[i] ?? 0), 9);
      expect(copy.im[i]).toBeCloseTo(SIZE * (signal.im[i] ?? 0), 9);
    }
  });

  it("gets a length that is a power of two", () => {
    expect([1, 2, 3, 64, 65].map(powerOfTwo)).toEqual([1, 2, 4, 64, 128]);
  });
});
