import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listShellAssets } from "#scripts/shell-assets.mjs";

let client = "";

beforeEach(() => {
  client = mkdtempSync(join(tmpdir(), "tutti-shell-"));
  mkdirSync(join(client, "assets"));
});
afterEach(() => rmSync(client, { recursive: true, force: true }));

const write = (name: string, text = "") => writeFileSync(join(client, "assets", name), text);
const chunk = (name: string, imports: readonly string[] = []) => ({
  module: `/assets/${name}`,
  imports: imports.map((path) => `/assets/${path}`),
  css: [],
});

/** Writes a build of five routes, of which the shell needs four. */
function writeBuild({ style = '"/assets/app-1.css"' } = {}) {
  const routes = {
    root: chunk("root-1.js", ["home-1.js"]),
    "routes/home": chunk("home-route-1.js", ["home-1.js"]),
    "routes/room": chunk("room-1.js"),
    "routes/offline": chunk("offline-1.js"),
    "routes/help": { ...chunk("help-1.js"), css: ["/assets/help-1.css"] },
  };
  const manifest = { entry: chunk("entry-1.js", ["home-1.js"]), routes, url: "/assets/manifest-0a.js", version: "0a" };
  write("manifest-0a.js", `window.__remixManifest=${JSON.stringify(manifest)};`);
  for (const name of ["entry-1.js", "root-1.js", "home-route-1.js", "room-1.js", "offline-1.js", "help-1.js"]) write(name);
  write("home-1.js", `const a=${style},b="/assets/onest-latin-1.woff2";load(["assets/dialog-1.css"])`);
}

it("the shell has the files of the first pages and of the offline page, each once", () => {
  writeBuild();
  expect([...listShellAssets(client, "0a")].sort()).toEqual(
    [
      "manifest-0a.js",
      "entry-1.js",
      "root-1.js",
      "home-1.js",
      "home-route-1.js",
      "room-1.js",
      "offline-1.js",
      "app-1.css",
      "onest-latin-1.woff2",
    ]
      .map((name) => `/assets/${name}`)
      .sort(),
  );
});

it("a build whose pages link to no style sheet is refused", () => {
  writeBuild({ style: "0" });
  expect(() => listShellAssets(client, "0a")).toThrow("the pages link to no .css file");
});
