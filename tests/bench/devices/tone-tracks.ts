import { writeFileSync } from "node:fs";
import { encodeWav } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { makeOnce } from "../track-files.ts";

/** The tones of each channel, Hz. The first two are below and at the crossover of the low and high roles. */
export const LEFT_HZ: readonly number[] = [60, 120, 900, 1100];
export const RIGHT_HZ: readonly number[] = [80, 130, 1000, 1250];
const TONE_LEVEL = 0.1;
const RATE = 48_000;

function toneSamples(hz: readonly number[], seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * RATE }, (_, i) =>
    hz.reduce((sum, frequency) => sum + TONE_LEVEL * Math.sin((2 * Math.PI * frequency * i) / RATE), 0),
  );
}

/** A WAV file with the tones of both channels. */
export function toneTrack(seconds: number): string {
  return makeOnce(`tones-${seconds}.wav`, (file) => {
    writeFileSync(file, encodeWav([toneSamples(LEFT_HZ, seconds), toneSamples(RIGHT_HZ, seconds)], RATE));
  });
}

/** A WAV file with a tone and the clicks of a seed in both channels. */
export function clickToneTrack(hz: number, seconds: number, seed: number): string {
  return makeOnce(`click-tone-${hz}-${seconds}-${seed}.wav`, (file) => {
    const tone = toneSamples([hz], seconds);
    const samples = clickSamples(seconds, RATE, seed).map((value, i) => value / 2 + (tone[i] ?? 0));
    writeFileSync(file, encodeWav([samples, samples], RATE));
  });
}
