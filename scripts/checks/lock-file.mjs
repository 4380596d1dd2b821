// Checks that package-lock.json contains the optional packages of all platforms. If a registry lacks some of them, npm
// writes a lock file without them, and `npm ci` then refuses this file on other platforms.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#scripts/project.mjs";

/** The optional packages that are missing, one line each; null if there are none. */
export function findMissingPackages() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `${path || "."} needs ${name}`),
  );
  return missing.length === 0 ? null : missing.join("\n");
}

/** Looks in the package's own node_modules folder and in those of its parents, like Node. */
function isLocked(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    if (packages[`${at ? `${at}/` : ""}node_modules/${name}`]) return true;
    if (!at) return false;
    if (!at.includes("/node_modules/")) at = "";
  }
}
