import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { missingEncoders } from "#scripts/encoders.mjs";
import { CACHE } from "#scripts/project.mjs";
import { BROKEN_RECIPES } from "./broken-recipes.ts";
import { LOSSLESS_RECIPES } from "./lossless-recipes.ts";
import { MP3_RECIPES } from "./mp3-recipes.ts";
import { MP4_RECIPES } from "./mp4-recipes.ts";
import { OGG_RECIPES } from "./ogg-recipes.ts";
import type { Recipe, Sound } from "./recipe.ts";
import { REFUSED_RECIPES } from "./refused-recipes.ts";
import { writeTags } from "./tagger.ts";

const RECIPES = [...MP3_RECIPES, ...MP4_RECIPES, ...OGG_RECIPES, ...LOSSLESS_RECIPES, ...REFUSED_RECIPES, ...BROKEN_RECIPES];

const FOLDER = join(CACHE, "corpus");
const SOURCES = join(FOLDER, "sources");
const STAMP = join(FOLDER, "recipes.stamp");
const CHANNEL_TONES_HZ = [220, 330, 277, 55, 440, 370];
const LAYOUTS = { 1: "mono", 2: "stereo", 6: "5.1" } as const;

export type CorpusFile = { readonly recipe: Recipe; readonly path: string; readonly sha256: string };

export type Corpus = {
  readonly files: readonly CorpusFile[];
  /** Recipes for which this machine has not got what it takes. */
  readonly leftOut: readonly { readonly recipe: Recipe; readonly missing: readonly string[] }[];
};

/** Makes all files of the recipes, once: they are made again when a recipe has changed. */
export function makeCorpus(): Corpus {
  if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== recipesHash()) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(SOURCES, { recursive: true });
  const absent = missingEncoders();
  const judged = RECIPES.map((recipe) => ({ recipe, missing: absent.filter((name) => isRun(name, recipe.made)) }));
  const files = judged.filter(({ missing }) => missing.length === 0).map(({ recipe }) => make(recipe));
  writeFileSync(STAMP, recipesHash());
  return { files, leftOut: judged.filter(({ missing }) => missing.length > 0) };
}

/** A program's name may also be that of a format. */
function isRun(program: string, commandLine: string): boolean {
  return [...commandLine.matchAll(/(?:^|&&|\|)\s*(\S+)/g)].some(([, name]) => name === program);
}

function make(recipe: Recipe): CorpusFile {
  const path = join(FOLDER, recipe.name);
  if (!existsSync(path)) {
    const env = { ...process.env, IN: sourceOf(recipe.sound), OUT: path, JPEG: picture("jpeg") };
    execFileSync("sh", ["-ec", recipe.made], { env, stdio: ["ignore", "inherit", "inherit"] });
    if (recipe.spoil) writeFileSync(path, recipe.spoil(readFileSync(path)));
    if (recipe.tags) writeTags(path, { ...recipe.tags, ...(recipe.tags.picture && { picture: picture(recipe.tags.picture) }) });
  }
  return { recipe, path, sha256: createHash("sha256").update(readFileSync(path)).digest("hex") };
}

/** Noise under a few tones, another one in each channel. */
function sourceOf({ seconds, sampleRate, channels, bits = 16 }: Sound): string {
  const layout = LAYOUTS[channels];
  return made(join(SOURCES, `${layout}-${sampleRate}-${bits}-${seconds}.wav`), (file) => {
    const tones = CHANNEL_TONES_HZ.slice(0, channels).map((hz) => `0.3*sin(2*PI*${hz}*t)*(0.6+0.4*sin(3*t))`);
    const noise = `anoisesrc=color=pink:amplitude=0.1:seed=1:r=${sampleRate}:d=${seconds}`;
    const spread = Array.from({ length: channels }, (_, i) => `c${i}=c0`).join("|");
    const mix = `[0]pan=${layout}|${spread}[n];[n][1]amix=inputs=2:normalize=0,aformat=channel_layouts=${layout}`;
    const music = `aevalsrc=${tones.join("|")}:c=${layout}:s=${sampleRate}:d=${seconds}`;
    const inputs = ["-f", "lavfi", "-i", noise, "-f", "lavfi", "-i", music];
    ffmpeg([...inputs, "-filter_complex", mix, "-fflags", "+bitexact", "-c:a", `pcm_s${bits}le`, file]);
  });
}

function picture(kind: "jpeg" | "png"): string {
  const [ending, pixels] = kind === "jpeg" ? ["jpg", "yuvj420p"] : ["png", "rgb24"];
  const input = ["-f", "lavfi", "-i", "testsrc2=s=640x480"];
  return made(join(SOURCES, `cover.${ending}`), (file) => ffmpeg([...input, "-frames:v", "1", "-pix_fmt", pixels, file]));
}

function made(file: string, make: (file: string) => void): string {
  if (!existsSync(file)) make(file);
  return file;
}

function ffmpeg(args: readonly string[]): void {
  execFileSync("ffmpeg", ["-y", "-loglevel", "error", ...args], { stdio: ["ignore", "inherit", "inherit"] });
}

function recipesHash(): string {
  const here = fileURLToPath(new URL(".", import.meta.url));
  const hash = createHash("sha256");
  const makers = readdirSync(here).filter((name) => /recipe|spoil|make|tagger.py/.test(name));
  for (const name of makers.sort()) hash.update(readFileSync(join(here, name)));
  return hash.digest("hex");
}
