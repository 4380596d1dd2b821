import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wavFile } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";

const FOLDER = fileURLToPath(new URL("../../.cache/bench/", import.meta.url));

/** What the goals name, and how ffmpeg makes it. */
const ENCODERS = {
  mp3: ["-c:a", "libmp3lame", "-b:a", "192k"],
  flac: ["-c:a", "flac"],
  ogg: ["-c:a", "libvorbis", "-q:a", "5"],
  m4a: ["-c:a", "aac", "-b:a", "192k"],
  wav: ["-c:a", "pcm_s16le"],
} as const;

export type BenchFormat = keyof typeof ENCODERS;
export const BENCH_FORMATS = Object.keys(ENCODERS) as BenchFormat[];

/** A click track in stereo, made once. */
export function clickFile(format: BenchFormat, seconds: number): string {
  const source = made(`click-${seconds}.source.wav`, (file) => {
    const plane = clickSamples(seconds, 44_100);
    writeFileSync(file, wavFile([plane, plane], 44_100));
  });
  return made(`click-${seconds}.${format}`, (file) => ffmpeg(["-i", source, ...ENCODERS[format]], file));
}

/** FLAC that packs no better than music does: pink noise under a few tones. */
export function longFlac(seconds: number): string {
  return made(`music-${seconds}.flac`, (file) => {
    const noise = `anoisesrc=color=pink:amplitude=0.2:seed=1:r=44100:d=${seconds}`;
    const tones = `aevalsrc=0.2*sin(2*PI*220*t)|0.2*sin(2*PI*330*t):s=44100:d=${seconds}`;
    const mix = "[0]pan=stereo|c0=c0|c1=c0[n];[n][1]amix=inputs=2:normalize=0";
    ffmpeg(
      ["-f", "lavfi", "-i", noise, "-f", "lavfi", "-i", tones, "-filter_complex", mix, "-sample_fmt", "s16", "-c:a", "flac"],
      file,
    );
  });
}

function made(name: string, make: (file: string) => void): string {
  const file = `${FOLDER}${name}`;
  mkdirSync(FOLDER, { recursive: true });
  if (!existsSync(file)) make(file);
  return file;
}

function ffmpeg(args: readonly string[], file: string): void {
  execFileSync("ffmpeg", ["-y", "-loglevel", "error", ...args, file], { stdio: ["ignore", "inherit", "inherit"] });
}
