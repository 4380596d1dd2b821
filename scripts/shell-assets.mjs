// Lists the files of the built pages that the service worker caches: those of the first pages, and of the page without a
// connection.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Remix's ids of the routes whose files are cached. */
const ROUTES = ["root", "routes/home", "routes/room", "routes/offline"];
/** Styles and fonts that a script links to. Those of dialogs, which are loaded on demand, have no slash at the start. */
const LINKED = /["'`](\/assets\/[\w.$-]+\.(?:css|woff2))["'`]/g;

/**
 * The paths of the shell's files, each once.
 * @param {string} client the folder of the files that browsers load
 * @param {string} id the id of the build
 * @returns {readonly string[]}
 */
export function listShellAssets(client, id) {
  const read = (path) => readFileSync(join(client, path), "utf8");
  const { entry, routes, url } = readManifest(client, `assets/manifest-${id}.js`);
  const chunks = [entry, ...ROUTES.map((route) => routes[route] ?? fail(`the build has no route ${route}`))];
  const scripts = [...new Set(chunks.flatMap(({ module, imports }) => [module, ...imports]))];
  const styles = chunks.flatMap(({ css }) => css);
  const linked = scripts.flatMap((path) => Array.from(read(path).matchAll(LINKED), ([, file]) => file));
  const assets = [...new Set([url, ...scripts, ...styles, ...linked])];
  for (const type of [".css", ".woff2"])
    if (!assets.some((path) => path.endsWith(type))) fail(`the pages link to no ${type} file`);
  return assets;
}

/** The scripts of each route. The file is a script that assigns JSON. */
export function readManifest(client, path) {
  const script = readFileSync(join(client, path), "utf8");
  return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1));
}

/** @returns {never} */
function fail(message) {
  throw new Error(message);
}
