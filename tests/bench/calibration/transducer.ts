// Small loudspeakers and microphones: a limited band and a resonance, as filters of second order (Robert Bristow-Johnson's cookbook,
// https://www.w3.org/TR/audio-eq-cookbook/).
import { between, type Random } from "./room.ts";

type Biquad = { readonly b: readonly [number, number, number]; readonly a: readonly [number, number] };
type Corner = { readonly hz: number; readonly q: number; readonly sampleRate: number };

/** A loudspeaker of a phone, a laptop or a television. */
export function speakerFilters(sampleRate: number, random: Random): readonly Biquad[] {
  return [
    highPass({ hz: between(random, 300, 900), q: between(random, 0.7, 1.5), sampleRate }),
    lowPass({ hz: between(random, 7000, 16_000), q: 0.7, sampleRate }),
    peak({ hz: between(random, 900, 4000), q: between(random, 2, 8), sampleRate }, between(random, 4, 12)),
    peak({ hz: between(random, 2000, 7000), q: between(random, 1, 4), sampleRate }, between(random, -10, 4)),
  ];
}

export function microphoneFilters(sampleRate: number, random: Random): readonly Biquad[] {
  return [
    highPass({ hz: between(random, 60, 200), q: 0.7, sampleRate }),
    lowPass({ hz: between(random, 7000, 18_000), q: 0.7, sampleRate }),
    peak({ hz: between(random, 3000, 9000), q: between(random, 1, 4), sampleRate }, between(random, 0, 8)),
  ];
}

export function applyFilters(samples: Float64Array, filters: readonly Biquad[]): void {
  for (const { b, a } of filters) {
    let [x1, x2, y1, y2] = [0, 0, 0, 0];
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i] ?? 0;
      const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
      [x1, x2, y1, y2] = [x, x1, y, y1];
      samples[i] = y;
    }
  }
}

function highPass(corner: Corner): Biquad {
  const { cos, alpha } = angles(corner);
  return normalize([(1 + cos) / 2, -1 - cos, (1 + cos) / 2], [1 + alpha, -2 * cos, 1 - alpha]);
}

function lowPass(corner: Corner): Biquad {
  const { cos, alpha } = angles(corner);
  return normalize([(1 - cos) / 2, 1 - cos, (1 - cos) / 2], [1 + alpha, -2 * cos, 1 - alpha]);
}

function peak(corner: Corner, gainDb: number): Biquad {
  const { cos, alpha } = angles(corner);
  const gain = 10 ** (gainDb / 40);
  return normalize([1 + alpha * gain, -2 * cos, 1 - alpha * gain], [1 + alpha / gain, -2 * cos, 1 - alpha / gain]);
}

function angles({ hz, q, sampleRate }: Corner) {
  const omega = (2 * Math.PI * hz) / sampleRate;
  return { cos: Math.cos(omega), alpha: Math.sin(omega) / (2 * q) };
}

function normalize(b: readonly [number, number, number], [a0, a1, a2]: readonly [number, number, number]): Biquad {
  return { b: [b[0] / a0, b[1] / a0, b[2] / a0], a: [a1 / a0, a2 / a0] };
}
