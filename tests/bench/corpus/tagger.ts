import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { pythonWithTagger } from "#scripts/encoders.mjs";
import type { TagTexts, WrittenTags } from "./recipe.ts";

/** What the reference tagger finds: each tag as often as it is there. */
export type FoundTags = { readonly [field in keyof TagTexts]: readonly string[] } & { readonly hasPicture: boolean };

const SCRIPT = fileURLToPath(new URL("./tagger.py", import.meta.url));

/** `picture` is a path here. */
export function writeTags(path: string, tags: Omit<WrittenTags, "picture"> & { readonly picture?: string }): void {
  run(["write", path], tags);
}

/** For each file, in their order. */
export function readTags(paths: readonly string[]): readonly FoundTags[] {
  // our own script's answer
  return JSON.parse(run(["read"], paths)) as readonly FoundTags[];
}

function run(args: readonly string[], given: unknown): string {
  return execFileSync(pythonWithTagger(), [SCRIPT, ...args], { input: JSON.stringify(given), encoding: "utf8" });
}
