import { readFileSync } from "node:fs";

/** A file of `tests/fixtures/audio`, made by `tests/fixtures/make-audio.ts`. */
export function audioFixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../fixtures/audio/${name}`, import.meta.url)));
}
