import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "#scripts/project.mjs";

const COPIED = ["scripts", "migrations", "build", "wrangler.toml", "package.json", "app/domain/imports"];
const HASHED_NAME = /([\w.$-]+-)([\w-]{8})(\.js)/g;
const BUILD_ID = /^manifest-([0-9a-f]{8})\.js$/;

/**
 * A copy of the project with another build of the same code: every chunk and the build itself have other names, as after a
 * change. Returns its folder.
 */
export function createSecondBuild(): string {
  const root = mkdtempSync(join(tmpdir(), "tutti-second-build-"));
  for (const path of COPIED) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  const assets = join(root, "build/client/assets");
  const names = readdirSync(assets);
  const chunks = new Set(names.filter((name) => name.endsWith(".js")));
  const rename = (text: string) =>
    text.replace(HASHED_NAME, (name, stem: string, hash: string, end: string) =>
      chunks.has(name) ? `${stem}${changeLast(hash)}${end}` : name,
    );
  const id = names.map((name) => BUILD_ID.exec(name)?.[1]).find(Boolean) ?? "";
  const rewrite = (path: string) => writeFileSync(path, rename(readFileSync(path, "utf8")).replaceAll(id, changeLast(id)));
  for (const name of chunks) rewrite(join(assets, name));
  for (const name of chunks) renameSync(join(assets, name), join(assets, rename(name)));
  rewrite(join(root, "build/client/builds/latest.json"));
  rewrite(join(root, "build/client/service-worker.js"));
  rewrite(join(root, "build/worker/app.js"));
  return root;
}

/** Another text of the same length, of hexadecimal digits if it was one. */
function changeLast(hash: string): string {
  return hash.slice(0, -1) + (hash.endsWith("0") ? "1" : "0");
}
