// Writes `builds/latest.json`, by which open pages find out about a new build, and `builds/meta/{id}.json`.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @param {string} client the folder of the files that browsers load */
export function writeBuildFiles(client) {
  const id = readBuildId(client);
  const builds = join(client, "builds");
  rmSync(builds, { recursive: true, force: true });
  mkdirSync(join(builds, "meta"), { recursive: true });
  const info = `${JSON.stringify({ id })}\n`;
  writeFileSync(join(builds, "latest.json"), info);
  writeFileSync(join(builds, "meta", `${id}.json`), info);
}

/** The version of the manifest, which pages contain. */
export function readBuildId(client) {
  const ids = readdirSync(join(client, "assets")).flatMap((name) => /^manifest-([0-9a-f]+)\.js$/.exec(name)?.[1] ?? []);
  if (ids.length !== 1) throw new Error(`the build has ${ids.length} manifests instead of one`);
  return ids[0];
}
