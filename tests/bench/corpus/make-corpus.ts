import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listMissingEncoders } from "#scripts/encoders.mjs";
import { CACHE } from "#scripts/project.mjs";
import { DAMAGED_RECIPES } from "./damaged-recipes.ts";
import { LOSSLESS_RECIPES } from "./lossless-recipes.ts";
import { MP3_RECIPES } from "./mp3-recipes.ts";
import { MP4_RECIPES } from "./mp4-recipes.ts";
import { OGG_RECIPES } from "./ogg-recipes.ts";
import type { Recipe, Sound } from "./recipe.ts";
import { REFUSED_RECIPES } from "./refused-recipes.ts";
import { writeTags } from "./tagger.ts";

const RECIPES = [...MP3_RECIPES, ...MP4_RECIPES, ...OGG_RECIPES, ...LOSSLESS_RECIPES, ...REFUSED_RECIPES, ...DAMAGED_RECIPES];

const FOLDER = join(CACHE, "corpus");
const SOURCES = join(FOLDER, "sources");
const STAMP = join(FOLDER, "recipes.stamp");
const CHANNEL_TONES_HZ = [220, 330, 277, 55, 440, 370];
const LAYOUTS = { 1: "mono", 2: "stereo", 6: "5.1" } as const;

export type CorpusFile = { readonly recipe: Recipe; readonly path: string; readonly sha256: string };

export type Corpus = {
  readonly files: readonly CorpusFile[];
  /** Recipes whose encoders are missing on this machine. */
  readonly skipped: readonly { readonly recipe: Recipe; readonly missing: readonly string[] }[];
};

/** Makes the files of all recipes. They are kept until a recipe changes. */
export function makeCorpus(): Corpus {
  if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== recipesHash()) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(SOURCES, { recursive: true });
  const unavailable = listMissingEncoders();
  const checked = RECIPES.map((recipe) => ({
    recipe,
    missing: unavailable.filter((name) => runsProgram(recipe.command, name)),
  }));
  const files = checked.filter(({ missing }) => missing.length === 0).map(({ recipe }) => make(recipe));
  writeFileSync(STAMP, recipesHash());
  return { files, skipped: checked.filter(({ missing }) => missing.length > 0) };
}

/** Only looks at command positions, because a program may be named like a format. */
function runsProgram(commandLine: string, program: string): boolean {
  return [...commandLine.matchAll(/(?:^|&&|\|)\s*(\S+)/g)].some(([, name]) => name === program);
}

function make(recipe: Recipe): CorpusFile {
  const path = join(FOLDER, recipe.name);
  if (!existsSync(path)) {
    const env = { ...process.env, IN: makeSource(recipe.sound), OUT: path, JPEG: makePicture("jpeg") };
    execFileSync("sh", ["-ec", recipe.command], { env, stdio: ["ignore", "inherit", "inherit"] });
    if (recipe.damage) writeFileSync(path, recipe.damage(readFileSync(path)));
    if (recipe.tags)
      writeTags(path, { ...recipe.tags, ...(recipe.tags.picture && { picture: makePicture(recipe.tags.picture) }) });
  }
  return { recipe, path, sha256: createHash("sha256").update(readFileSync(path)).digest("hex") };
}

/** The path of a WAV file with noise under tones, a different tone in each channel. */
function makeSource({ seconds, sampleRate, channels, bits = 16 }: Sound): string {
  const layout = LAYOUTS[channels];
  return makeOnce(join(SOURCES, `${layout}-${sampleRate}-${bits}-${seconds}.wav`), (file) => {
    const tones = CHANNEL_TONES_HZ.slice(0, channels).map((hz) => `0.3*sin(2*PI*${hz}*t)*(0.6+0.4*sin(3*t))`);
    const noise = `anoisesrc=color=pink:amplitude=0.1:seed=1:r=${sampleRate}:d=${seconds}`;
    const spread = Array.from({ length: channels }, (_, i) => `c${i}=c0`).join("|");
    const mix = `[0]pan=${layout}|${spread}[n];[n][1]amix=inputs=2:normalize=0,aformat=channel_layouts=${layout}`;
    const music = `aevalsrc=${tones.join("|")}:c=${layout}:s=${sampleRate}:d=${seconds}`;
    const inputs = ["-f", "lavfi", "-i", noise, "-f", "lavfi", "-i", music];
    ffmpeg([...inputs, "-filter_complex", mix, "-fflags", "+bitexact", "-c:a", `pcm_s${bits}le`, file]);
  });
}

function makePicture(kind: "jpeg" | "png"): string {
  const [extension, pixelFormat] = kind === "jpeg" ? ["jpg", "yuvj420p"] : ["png", "rgb24"];
  const input = ["-f", "lavfi", "-i", "testsrc2=s=640x480"];
  return makeOnce(join(SOURCES, `cover.${extension}`), (file) =>
    ffmpeg([...input, "-frames:v", "1", "-pix_fmt", pixelFormat, file]),
  );
}

function makeOnce(file: string, make: (file: string) => void): string {
  if (!existsSync(file)) make(file);
  return file;
}

function ffmpeg(args: readonly string[]): void {
  execFileSync("ffmpeg", ["-y", "-loglevel", "error", ...args], { stdio: ["ignore", "inherit", "inherit"] });
}

function recipesHash(): string {
  const here = fileURLToPath(new URL(".", import.meta.url));
  const hash = createHash("sha256");
  const sources = readdirSync(here).filter((name) => /recipe|damage|make|tagger.py/.test(name));
  for (const name of sources.sort()) hash.update(readFileSync(join(here, name)));
  return hash.digest("hex");
}
