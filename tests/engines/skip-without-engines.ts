import { test } from "@playwright/test";
import { listMissingForEngines } from "#scripts/engine-programs.mjs";
import type { EngineName } from "./engine-browser.ts";

/** Skips the running test, and says why, if a program that the engines need is not installed. */
export function skipWithoutEngines(engines: readonly EngineName[]): void {
  const missing = listMissingForEngines(engines);
  test.skip(missing.length > 0, `not installed on this machine: ${missing.join(", ")}`);
}
