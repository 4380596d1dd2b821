// Checks how much JavaScript the first pages load. `npm run bench:size` measures the same in a browser.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ensureBuild, ROOT } from "#scripts/project.mjs";
import { readManifest } from "#scripts/shell-assets.mjs";

/** The most that a page may load, gzipped, KB. The room plays an MP3. */
export const BUDGETS_KB = { home: 135, room: 215 };

/** The scripts that a page always loads on demand, by the beginnings of their names. */
const ON_DEMAND = { home: [], room: ["player.worklet-", "device-link-"] };
/** The scripts that a script imports before it runs. */
const IMPORTED = /(?:from|import)\s*["']\.\/([\w.$-]+\.js)["']/g;

/** The budgets that are exceeded, one line each; null if there are none. */
export function findLargePages() {
  ensureBuild();
  const client = join(ROOT, "build/client");
  const problems = Object.entries(BUDGETS_KB).flatMap(([page, budgetKb]) => {
    const kb = listScripts(client, page).reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0) / 1000;
    return kb > budgetKb ? `The page "${page}" loads ${kb.toFixed(1)} KB of JavaScript, more than ${budgetKb} KB` : [];
  });
  return problems.length === 0 ? null : problems.join("\n");
}

function listScripts(client, page) {
  const names = readdirSync(join(client, "assets"));
  const find = (start) => {
    const name = names.find((file) => file.startsWith(start));
    if (!name) throw new Error(`the build has no script ${start}…`);
    return `/assets/${name}`;
  };
  const manifest = find("manifest-");
  const { entry, routes } = readManifest(client, manifest);
  const chunks = [entry, routes.root, routes[`routes/${page}`]];
  const scripts = new Set([manifest, ...chunks.flatMap(({ module, imports }) => [module, ...imports])]);
  for (const path of ON_DEMAND[page].map(find)) addScript(scripts, client, path);
  return [...scripts].map((path) => join(client, path));
}

/** Adds a script to a set, with those that it imports. */
function addScript(scripts, client, path) {
  if (scripts.has(path)) return;
  scripts.add(path);
  for (const [, name] of readFileSync(join(client, path), "utf8").matchAll(IMPORTED))
    addScript(scripts, client, `/assets/${name}`);
}
