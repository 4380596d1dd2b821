import { writeFileSync } from "node:fs";
import { encodeWav } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { LEFT_HZ, RIGHT_HZ, toneSamples } from "#tests/support/tone-track.ts";
import { makeOnce } from "../track-files.ts";

const RATE = 48_000;

/** A WAV file with the tones of both channels. */
export function toneTrack(seconds: number): string {
  return makeOnce(`tones-${seconds}.wav`, (file) => {
    const planes = [LEFT_HZ, RIGHT_HZ].map((hz) => toneSamples(hz, seconds, RATE));
    writeFileSync(file, encodeWav(planes, RATE));
  });
}

/** A WAV file with a tone and the clicks of a seed in both channels. */
export function clickToneTrack(hz: number, seconds: number, seed: number): string {
  return makeOnce(`click-tone-${hz}-${seconds}-${seed}.wav`, (file) => {
    const tone = toneSamples([hz], seconds, RATE);
    const samples = clickSamples(seconds, RATE, seed).map((value, i) => value / 2 + (tone[i] ?? 0));
    writeFileSync(file, encodeWav([samples, samples], RATE));
  });
}
