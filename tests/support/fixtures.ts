import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The content of a file in `tests/fixtures/audio`. `tests/fixtures/make-audio.ts` makes these files. */
export function audioFixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(fixturePath(name)));
}

/** The path of a file in `tests/fixtures/audio`. */
export function fixturePath(name: string): string {
  return fileURLToPath(new URL(`../fixtures/audio/${name}`, import.meta.url));
}
