import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { requireMutagen } from "#scripts/encoders.mjs";
import type { TagTexts, WrittenTags } from "./recipe.ts";

/** The tags that mutagen finds. A tag may have several values. */
export type FoundTags = { readonly [field in keyof TagTexts]: readonly string[] } & { readonly hasPicture: boolean };

const SCRIPT = fileURLToPath(new URL("./tagger.py", import.meta.url));

/** Writes tags into a file. `picture` is the path of the picture. */
export function writeTags(path: string, tags: Omit<WrittenTags, "picture"> & { readonly picture?: string }): void {
  run(["write", path], tags);
}

/** Reads the tags of the files, in the same order. */
export function readTags(paths: readonly string[]): readonly FoundTags[] {
  // The output of tagger.py.
  return JSON.parse(run(["read"], paths)) as readonly FoundTags[];
}

function run(args: readonly string[], input: unknown): string {
  return execFileSync(requireMutagen(), [SCRIPT, ...args], { input: JSON.stringify(input), encoding: "utf8" });
}
