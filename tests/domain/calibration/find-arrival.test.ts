import { describe, expect, it } from "vitest";
import { createChirp } from "#app/domain/calibration/chirp.ts";
import { findArrival } from "#app/domain/calibration/find-arrival.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { gaussian } from "#tests/bench/calibration/room.ts";

const SAMPLE_RATE = 48_000;
const DIRECT_SEC = 0.7;
const FRAMES = 1.55 * SAMPLE_RATE;

type Path = { readonly lateMs: number; readonly gain: number };

/** A recording of a chirp of -20 dB on several paths, the direct one at 0.7 s. */
function record(paths: readonly Path[], noise = 0.001): Float32Array {
  const random = seededRandom(5);
  const recording = Float32Array.from({ length: FRAMES }, () => noise * gaussian(random));
  const chirp = createChirp(SAMPLE_RATE);
  for (const { lateMs, gain } of paths) {
    const start = Math.round((DIRECT_SEC + lateMs / 1000) * SAMPLE_RATE);
    for (const [i, sample] of chirp.entries()) recording[start + i] = (recording[start + i] ?? 0) + 0.1 * gain * sample;
  }
  return recording;
}

function errorMs(recording: Float32Array): number {
  const arrival = findArrival(recording, { sampleRate: SAMPLE_RATE });
  if (!arrival.ok) throw new Error(arrival.error);
  return (arrival.value.atSec - DIRECT_SEC) * 1000;
}

const reasonOf = (recording: Float32Array) => {
  const arrival = findArrival(recording, { sampleRate: SAMPLE_RATE });
  return arrival.ok ? null : arrival.error;
};

describe("the arrival of a chirp", () => {
  it("is found to a fraction of a sample", () => {
    const fine = createChirp(4 * SAMPLE_RATE);
    for (const quarter of [0, 1, 2, 3]) {
      const recording = new Float32Array(FRAMES);
      for (let i = 0; 4 * i < fine.length; i++) recording[33_600 + i] = 0.1 * (fine[4 * i + quarter] ?? 0);
      expect(errorMs(recording)).toBeCloseTo(((-quarter / 4) * 1000) / SAMPLE_RATE, 3);
    }
  });

  it("is that of the direct path, though echoes are stronger", () => {
    const direct = { lateMs: 0, gain: 0.3 };
    const echoes = [3.1, 7.7, 21, 55].map((lateMs) => ({ lateMs, gain: 1 }));
    expect(errorMs(record([direct, ...echoes]))).toBeCloseTo(0, 1);
  });

  it("is not the sidelobe of a stronger path", () => {
    expect(errorMs(record([{ lateMs: 0, gain: 1 }], 0))).toBeCloseTo(0, 2);
  });

  it("is not an echo of the chirp before, which fades away", () => {
    const random = seededRandom(11);
    const fading = Array.from({ length: 1500 }, (_, i) => ({
      lateMs: i / 5 - 300,
      gain: 0.3 * 10 ** (-i / 1000) * gaussian(random),
    }));
    expect(errorMs(record([...fading, { lateMs: 0, gain: 1 }]))).toBeCloseTo(0, 1);
  });

  it("is that of the first of two chirps", () => {
    const chirps = [
      { lateMs: 0, gain: 0.3 },
      { lateMs: 500, gain: 1 },
    ];
    expect(errorMs(record(chirps))).toBeCloseTo(0, 2);
  });

  it("has the signal to noise of the chirp's band", () => {
    // the chirp has a power of 0.005, and noise of a deviation of 0.05 has 0.0025, of which 27 % are in the band: 8.8 dB
    const arrival = findArrival(record([{ lateMs: 0, gain: 1 }], 0.05), { sampleRate: SAMPLE_RATE });
    expect(arrival.ok && Math.abs(arrival.value.snrDb - 8.8)).toBeLessThan(1.5);
  });

  it("has a larger bound in noise that can hide the direct path", () => {
    const boundMs = (noise: number) => {
      const arrival = findArrival(record([{ lateMs: 0, gain: 1 }], noise), { sampleRate: SAMPLE_RATE });
      return arrival.ok ? arrival.value.boundMs : Number.NaN;
    };
    expect(boundMs(0.001)).toBeLessThan(0.2);
    expect(boundMs(0.3)).toBeGreaterThan(4);
  });

  it("is not found in silence, and not in noise alone", () => {
    expect(reasonOf(new Float32Array(FRAMES))).toBe("too-quiet");
    expect(reasonOf(record([], 0.1))).toBe("too-quiet");
    expect(reasonOf(new Float32Array(100))).toBe("too-quiet");
  });

  it("is not found without a clear start", () => {
    // echoes that grow slowly, without a direct path
    const random = seededRandom(9);
    const echoes = Array.from({ length: 400 }, (_, i) => ({ lateMs: i / 4, gain: 10 ** (i / 200 - 2) * gaussian(random) }));
    expect(reasonOf(record(echoes, 0.0001))).toBe("too-much-echo");
  });
});
