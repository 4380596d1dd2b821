import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { encodeWav } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { test } from "./test.ts";

export const SAMPLE_RATE = 48_000;

/**
 * Writes channels of samples to a file `<title>.wav` and returns its path. For `beforeAll` and tests. Each worker gets a file
 * of its own, because a browser cannot send a file that is written again meanwhile.
 */
export function writeWavFile(title: string, channels: readonly Float32Array[], sampleRate = SAMPLE_RATE): string {
  const path = test.info().outputPath(`${title}.wav`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, encodeWav(channels, sampleRate));
  return path;
}

/** Writes a silent track that does not end during a test: two minutes at 8 kHz. */
export function writeLongTrack(title: string): string {
  return writeWavFile(title, [new Float32Array(120 * 8000)], 8000);
}

/** Writes a mono click track. `seconds` is its length. */
export function writeClickTrack(title: string, seconds: number): string {
  return writeWavFile(title, [clickSamples(seconds, SAMPLE_RATE)]);
}

/** Writes a stereo click track as long as three upload parts. Another `seed` gives other bytes. */
export function writeLargeTrack(title: string, seed?: number): string {
  const samples = clickSamples(100, SAMPLE_RATE, seed);
  return writeWavFile(title, [samples, samples]);
}
