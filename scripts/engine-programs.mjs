// The browsers and the sound server of the tests that record at a virtual sound card. See tests/sound-card.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installDebianPackages } from "./system-programs.mjs";

/** The requirements of the tests, with a check and the Debian packages that provide it. `engine` is missing where all engines need it. */
const REQUIREMENTS = [
  { name: "PulseAudio", isInstalled: () => hasPrograms("pulseaudio"), packages: ["pulseaudio"] },
  { name: "PulseAudio's tools", isInstalled: () => hasPrograms("pactl", "parec"), packages: ["pulseaudio-utils"] },
  { name: "Firefox", engine: "firefox", isInstalled: () => findFirefox() !== undefined, packages: ["firefox-esr"] },
  {
    name: "WebKitGTK",
    engine: "webkit",
    isInstalled: () => hasPrograms("WebKitWebDriver") && findMiniBrowser() !== undefined,
    packages: ["webkit2gtk-driver"],
  },
  {
    name: "a virtual display",
    engine: "webkit",
    isInstalled: () => hasPrograms("xvfb-run", "xauth", "dbus-launch"),
    packages: ["xvfb", "xauth", "dbus-x11"],
  },
  {
    name: "GStreamer's plugins",
    engine: "webkit",
    isInstalled: () => ["app", "isomp4", "faad", "libav", "pulseaudio"].every(hasGstreamerPlugin),
    packages: ["plugins-base", "plugins-good", "plugins-bad", "plugins-ugly", "libav", "pulseaudio"].map(
      (name) => `gstreamer1.0-${name}`,
    ),
  },
];

/** Installs what is missing. Tests of an engine that cannot be installed are skipped. */
export function ensureEngines() {
  const missing = REQUIREMENTS.filter(({ isInstalled }) => !isInstalled());
  if (missing.length === 0) return;
  console.log(`Installing ${missing.map(({ name }) => name).join(", ")} …`);
  const packages = missing.flatMap((requirement) => requirement.packages);
  installDebianPackages(packages, ["--no-install-recommends"]);
}

/**
 * The names of what these engines lack on this machine.
 * @param {readonly string[]} engines
 * @returns {readonly string[]}
 */
export function listMissingForEngines(engines) {
  return REQUIREMENTS.filter(({ engine }) => !engine || engines.includes(engine)).flatMap(({ name, isInstalled }) =>
    isInstalled() ? [] : [name],
  );
}

const FIREFOX_PATHS = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** The path of an installed Firefox: the one in FIREFOX_PATH or the system's. */
export function findFirefox() {
  return [process.env.FIREFOX_PATH, ...FIREFOX_PATHS].find((path) => path && existsSync(path));
}

const LIBRARIES = "/usr/lib";
const WEBKIT_VERSIONS = ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"];

/** The path of WebKitGTK's test browser, which Debian keeps in the folder of its library. */
export function findMiniBrowser() {
  return WEBKIT_VERSIONS.flatMap((version) => listLibraries(join(version, "MiniBrowser")))[0];
}

function hasPrograms(...names) {
  return names.every((name) => spawnSync("which", [name], { stdio: "ignore" }).status === 0);
}

function hasGstreamerPlugin(name) {
  return listLibraries(`gstreamer-1.0/libgst${name}.so`).length > 0;
}

/** The existing files with this path below the library folders of the system's architectures. */
function listLibraries(path) {
  const folders = existsSync(LIBRARIES) ? readdirSync(LIBRARIES).filter((name) => name.includes("-linux-gnu")) : [];
  return folders.map((folder) => join(LIBRARIES, folder, path)).filter((file) => existsSync(file));
}
