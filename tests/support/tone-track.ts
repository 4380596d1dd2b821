/** The tones of each channel, Hz. The first two are below and at the crossover of the low and high roles. */
export const LEFT_HZ: readonly number[] = [60, 120, 900, 1100];
export const RIGHT_HZ: readonly number[] = [80, 130, 1000, 1250];
const TONE_LEVEL = 0.1;

/** The sum of steady tones, each with an amplitude of 0.1. */
export function toneSamples(hz: readonly number[], seconds: number, sampleRate: number): Float32Array {
  return Float32Array.from({ length: seconds * sampleRate }, (_, i) =>
    hz.reduce((sum, frequency) => sum + TONE_LEVEL * Math.sin((2 * Math.PI * frequency * i) / sampleRate), 0),
  );
}
