// Finds programs that tests and benches need, and installs them if they are missing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { ROOT, runTool } from "./project.mjs";

/**
 * The path of a Chromium for the tests: the one in CHROMIUM_PATH, an installed browser, or Playwright's own. If there is
 * none, installs Playwright's or the system's package.
 */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  console.log("Chromium not found. Installing it …");
  runTool("playwright", ["install", "chromium"], { capture: true });
  if (!findChromium()) installDebianPackages(["chromium"]);
  const installed = findChromium();
  if (installed) return installed;
  console.error("The browser tests need Chromium. Install it, or set CHROMIUM_PATH to its path.");
  process.exit(1);
}

/** Installs Chromium's headless shell on Debian. The browser tests use it if it is there, and Chromium otherwise. */
export function ensureHeadlessShell() {
  if (!existsSync(HEADLESS_SHELL_PATH)) installDebianPackages(["chromium-headless-shell"]);
}

/** The benches make their tracks with ffmpeg. */
export function ensureFfmpeg() {
  const isInstalled = () => spawnSync("ffmpeg", ["-version"], { stdio: "ignore" }).status === 0;
  if (!isInstalled()) installDebianPackages(["ffmpeg"]);
  if (isInstalled()) return;
  console.error("This bench needs ffmpeg to make its tracks. Install it first.");
  process.exit(1);
}

/**
 * Installs packages on Debian, one by one, so that a package that is not available does not block the others. Does nothing
 * on other systems.
 * @param {readonly string[]} names
 * @param {readonly string[]} flags
 */
export function installDebianPackages(names, flags = []) {
  if (names.length === 0 || !existsSync("/usr/bin/apt-get")) return;
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  for (const name of names) {
    spawnSync("apt-get", ["install", "-y", "-qq", ...flags, name], {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
}

const HEADLESS_SHELL_PATH = "/usr/lib/chromium/chromium-headless-shell";
const CHROMIUM_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function findChromium() {
  const installed = [process.env.CHROMIUM_PATH, ...CHROMIUM_PATHS].find((path) => path && existsSync(path));
  return installed ?? findPlaywrightChromium();
}

/** Playwright is loaded in another process, because packages may be missing when this module is loaded. */
function findPlaywrightChromium() {
  const script = "const { chromium } = require('@playwright/test'); process.stdout.write(chromium.executablePath());";
  const { stdout } = spawnSync(process.execPath, ["-e", script], { cwd: ROOT, encoding: "utf8" });
  return stdout && existsSync(stdout) ? stdout : undefined;
}
