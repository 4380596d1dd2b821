import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encodeWav } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";

const CACHE = fileURLToPath(new URL("../../.cache/", import.meta.url));

/** Writes a mono click track of this length as WAV to the cache folder. Returns its path. */
export function writeClickTrack(name: string, seconds: number): string {
  mkdirSync(CACHE, { recursive: true });
  const path = `${CACHE}${name}.wav`;
  writeFileSync(path, encodeWav([clickSamples(seconds, 48_000)], 48_000));
  return path;
}
