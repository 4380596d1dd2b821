import { test } from "@playwright/test";
import { listMissingForEngines } from "#scripts/engine-programs.mjs";
import type { EngineName } from "./engine-browser.ts";

/** Skips the running test, and prints why, if a program that the engines need is not installed and could not be. */
export function skipWithoutEngines(engines: readonly EngineName[]): void {
  const missing = listMissingForEngines(engines);
  if (missing.length === 0) return;
  const reason = `not installed on this machine: ${missing.join(", ")}`;
  // the list of results does not show the reason
  console.log(`    skipped "${test.info().title}": ${reason}`);
  test.skip(true, reason);
}
