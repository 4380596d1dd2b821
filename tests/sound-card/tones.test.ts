import { expect, test } from "vitest";
import { delayBetween, measureTone } from "./tones.ts";

const RATE = 48_000;
const HZ = [900, 1100];

const tones = (delaySec: number) =>
  Float32Array.from({ length: 2 * RATE }, (_, i) =>
    HZ.reduce((sum, hz) => sum + 0.1 * Math.sin(2 * Math.PI * hz * (i / RATE - delaySec)), 0),
  );

const measureAll = (samples: Float32Array) =>
  HZ.map((hz) => measureTone(samples, { hz, sampleRate: RATE, fromSec: 0.5, seconds: 1 }));

test("the amplitude of a tone does not depend on others", () => {
  for (const { amplitude } of measureAll(tones(0))) expect(amplitude).toBeCloseTo(0.1, 5);
  const silent = measureTone(tones(0), { hz: 1300, sampleRate: RATE, fromSec: 0.5, seconds: 1 });
  expect(silent.amplitude).toBeLessThan(1e-6);
});

test("a delay is found to a microsecond, in both directions", () => {
  for (const delayMs of [-2.3, -0.4, 0, 0.013, 2.4]) {
    expect(delayBetween(measureAll(tones(0)), measureAll(tones(delayMs / 1000)), HZ) * 1000).toBeCloseTo(delayMs, 3);
  }
});
