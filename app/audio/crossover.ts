import { kaiserWindow, sinc } from "#app/audio/worklet/kaiser-window.ts";

/** The roles low and high share the sound here, where both have half its amplitude. */
export const CROSSOVER_HZ = 120;
/**
 * The delay of both filters. It is half their length: the longer they are, the narrower is the range in which both play. This
 * one reaches from 80 to 160 Hz.
 */
export const CROSSOVER_DELAY_SEC = 0.03;
/** Gives a stop-band attenuation of about 70 dB. */
const KAISER_BETA = 6.8;

/** The two bands of a crossover. */
export type Band = "low" | "high";

/**
 * The taps of a band's filter. Both filters have a linear phase and the same delay, and their taps add up to a single 1, so the
 * sum of a low and a high loudspeaker is the original sound, delayed.
 */
export function designCrossover(band: Band, sampleRate: number): Float32Array<ArrayBuffer> {
  const delay = crossoverDelayFrames(sampleRate);
  const cutoff = (2 * CROSSOVER_HZ) / sampleRate;
  const low = Float64Array.from({ length: 2 * delay + 1 }, (_, i) => {
    const distance = i - delay;
    return sinc(cutoff * distance) * kaiserWindow(distance / (delay + 1), KAISER_BETA);
  });
  const sum = low.reduce((total, tap) => total + tap, 0);
  return Float32Array.from(low, (tap, i) => {
    const lowTap = tap / sum;
    return band === "low" ? lowTap : (i === delay ? 1 : 0) - lowTap;
  });
}

/** The delay of both filters, whole frames. */
export function crossoverDelayFrames(sampleRate: number): number {
  return Math.round(CROSSOVER_DELAY_SEC * sampleRate);
}
