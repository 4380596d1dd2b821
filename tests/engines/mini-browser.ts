import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const LIBRARIES = "/usr/lib";
const VERSIONS = ["webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0"];

/** The path of WebKitGTK's test browser, which Debian keeps in the folder of its library. */
export function findMiniBrowser(): string | undefined {
  const folders = existsSync(LIBRARIES) ? readdirSync(LIBRARIES).filter((name) => name.endsWith("-linux-gnu")) : [];
  return folders
    .flatMap((folder) => VERSIONS.map((version) => join(LIBRARIES, folder, version, "MiniBrowser")))
    .find((path) => existsSync(path));
}
