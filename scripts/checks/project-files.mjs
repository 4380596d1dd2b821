// The files of the project, as git lists them.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#scripts/project.mjs";

/** Paths relative to the root, of tracked files and of new files that git does not ignore. */
export function listProjectFiles() {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const { stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 16 * 1024 * 1024 });
  return stdout.split("\n").filter((file) => file && existsSync(join(ROOT, file)));
}
