// Lists the files of the project. It does not use git, because a copy of the sources may come without its history.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#scripts/project.mjs";

/** Installed packages, build results, caches and local data. */
const IGNORED = new Set([".git", "node_modules", "build", ".cache", ".wrangler", "test-results", "playwright-report"]);

/** Paths relative to the root, with forward slashes. */
export function listProjectFiles(folder = "") {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((item) => {
    const path = folder ? `${folder}/${item.name}` : item.name;
    if (item.isDirectory()) return IGNORED.has(item.name) ? [] : listProjectFiles(path);
    return item.isFile() ? [path] : [];
  });
}
