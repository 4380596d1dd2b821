import { execFileSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encodeWav, seededRandom } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";

const FOLDER = fileURLToPath(new URL("../../.cache/bench/", import.meta.url));

/** The formats of the sync bench, with ffmpeg's encoder options. */
const ENCODERS = {
  mp3: ["-c:a", "libmp3lame", "-b:a", "192k"],
  flac: ["-c:a", "flac"],
  ogg: ["-c:a", "libvorbis", "-q:a", "5"],
  m4a: ["-c:a", "aac", "-b:a", "192k"],
  aac: ["-c:a", "aac", "-b:a", "192k", "-f", "adts"],
  wav: ["-c:a", "pcm_s16le"],
} as const;

export type BenchFormat = keyof typeof ENCODERS;
export const BENCH_FORMATS = Object.keys(ENCODERS) as BenchFormat[];

/** The path of a stereo click track. It is made once. Another `seed` places the clicks elsewhere. */
export function clickFile(format: BenchFormat, seconds: number, seed = 1): string {
  const name = seed === 1 ? `click-${seconds}` : `click-${seconds}-${seed}`;
  const source = makeOnce(`${name}.source.wav`, (file) => {
    const plane = clickSamples(seconds, 44_100, seed);
    writeFileSync(file, encodeWav([plane, plane], 44_100));
  });
  return makeOnce(`${name}.${format}`, (file) => ffmpeg(["-i", source, ...ENCODERS[format]], file));
}

/** The path of a FLAC file that compresses like music: pink noise under a few tones. */
export function longFlac(seconds: number): string {
  return makeOnce(`music-${seconds}.flac`, (file) => {
    const noise = `anoisesrc=color=pink:amplitude=0.2:seed=1:r=44100:d=${seconds}`;
    const tones = `aevalsrc=0.2*sin(2*PI*220*t)|0.2*sin(2*PI*330*t):s=44100:d=${seconds}`;
    const mix = "[0]pan=stereo|c0=c0|c1=c0[n];[n][1]amix=inputs=2:normalize=0";
    ffmpeg(
      ["-f", "lavfi", "-i", noise, "-f", "lavfi", "-i", tones, "-filter_complex", mix, "-sample_fmt", "s16", "-c:a", "flac"],
      file,
    );
  });
}

/** −20 dBFS as a 16-bit sample. */
const NOISE_PEAK = 3277;
const WAV_HEADER_BYTES = 44;
const WRITE_BYTES = 1024 * 1024;

/** The path of a stereo file of noise without repetitions, so that a misplaced part changes the hash. */
export function noiseWav(sizeBytes: number, seed = 1): string {
  return makeOnce(`noise-${seed}-${sizeBytes}.wav`, (file) => {
    const header = encodeWav([new Float32Array(0), new Float32Array(0)], 44_100);
    const view = new DataView(header.buffer);
    view.setUint32(4, sizeBytes - 8, true);
    view.setUint32(40, sizeBytes - WAV_HEADER_BYTES, true);
    const random = seededRandom(seed);
    const partial = `${file}.partial`;
    const open = openSync(partial, "w");
    writeSync(open, header);
    for (let left = sizeBytes - WAV_HEADER_BYTES; left > 0; ) {
      const samples = new Int16Array(Math.min(left, WRITE_BYTES) / 2);
      for (let i = 0; i < samples.length; i++) samples[i] = (random() * 2 - 1) * NOISE_PEAK;
      left -= writeSync(open, samples);
    }
    closeSync(open);
    renameSync(partial, file);
  });
}

export function makeOnce(name: string, make: (file: string) => void): string {
  const file = `${FOLDER}${name}`;
  mkdirSync(FOLDER, { recursive: true });
  if (!existsSync(file)) make(file);
  return file;
}

function ffmpeg(args: readonly string[], file: string): void {
  execFileSync("ffmpeg", ["-y", "-loglevel", "error", ...args, file], { stdio: ["ignore", "inherit", "inherit"] });
}
