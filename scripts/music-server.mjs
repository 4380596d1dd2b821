// The music server of the tests that import from a real one: Debian's package of Supysonic, https://github.com/spl0k/supysonic
import { existsSync } from "node:fs";
import { installDebianPackages } from "./system-programs.mjs";

/** The command that prepares its database. Debian's Python runs it, also where another Python comes first in the path. */
export const SUPYSONIC_CLI = "/usr/bin/supysonic-cli";

/** Whether the server is installed. The tests that need it are skipped without it. */
export function hasSupysonic() {
  return existsSync(SUPYSONIC_CLI);
}

/** Installs the server on Debian. */
export function ensureSupysonic() {
  if (!hasSupysonic()) installDebianPackages(["supysonic"], ["--no-install-recommends"]);
}
