// What the commands share: where the project is, how its tools are run, and what a fresh machine lacks.
import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const CACHE = join(ROOT, ".cache");
/** All of the Worker in one file, as it is deployed. */
export const WORKER = join(ROOT, "build/worker/app.js");

/** Tools speak to nobody and ask nothing. */
const QUIET = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  NO_UPDATE_NOTIFIER: "1",
};

export const BIN = {
  biome: "node_modules/@biomejs/biome/bin/biome",
  depcruise: "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
  knip: "node_modules/knip/bin/knip.js",
  playwright: "node_modules/@playwright/test/cli.js",
  remix: "node_modules/@remix-run/dev/dist/cli.js",
  tsc: "node_modules/typescript/bin/tsc",
  tsx: "node_modules/tsx/dist/cli.mjs",
  vitest: "node_modules/vitest/vitest.mjs",
  wrangler: "node_modules/wrangler/bin/wrangler.js",
};

/** Runs a tool of the project to its end: its exit status and, if asked for, what it printed. */
export function runTool(tool, args, { env = {}, capture = false } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, BIN[tool]), ...args], {
    cwd: ROOT,
    env: { ...QUIET, ...process.env, ...env },
    stdio: capture ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status: status ?? 1, output: capture ? `${stdout}${stderr}` : "" };
}

/** What a tool prints matters where it fails: then nothing goes on. */
function runQuietly(what, tool, args, env = {}) {
  const { status, output } = runTool(tool, args, { env, capture: true });
  if (status !== 0) console.error(output);
  must(status, what);
}

/** Starts a tool that goes on. */
export function startTool(tool, args, options) {
  return startScript(join(ROOT, BIN[tool]), args, options);
}

function startScript(file, args, { env = {}, stdio = "inherit" } = {}) {
  return spawn(process.execPath, [file, ...args], {
    cwd: ROOT,
    env: { ...QUIET, ...process.env, ...env },
    stdio,
  });
}

export function must(status, what) {
  if (status === 0) return;
  console.error(`${what} failed`);
  process.exit(status);
}

/** Installs the npm packages where they are missing or not those of the lock file. */
export function ensurePackages() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Tutti needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const stamp = join(ROOT, "node_modules/.tutti-lock");
  const lock = hashFiles(["package-lock.json"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("Installing packages …");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: ROOT, stdio: "inherit" });
  must(status ?? 1, "npm ci");
  writeFileSync(stamp, lock);
}

/** Builds for production where something has changed since the last build. */
export function ensureBuild() {
  const stamp = join(ROOT, "build/.stamp");
  const sources = hashFiles(["app", "workers", "db", "public", "vite.config.ts", "package-lock.json", "wrangler.toml"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  console.log("Building …");
  runQuietly("the build", "remix", ["vite:build"]);
  runQuietly("the build of the Worker", "wrangler", ["deploy", "--dry-run", "--outdir", dirname(WORKER)]);
  writeFileSync(stamp, sources);
}

/**
 * Makes a data folder ready: a secret of its own, and the database at the latest migration.
 * @param {string} data
 */
export function ensureData(data) {
  mkdirSync(data, { recursive: true });
  const envFile = join(data, "app.env");
  if (!existsSync(envFile)) {
    writeFileSync(envFile, `APP_SECRET="${randomBytes(32).toString("hex")}"\n`, { mode: 0o600 });
  }
  const stamp = join(data, "migrations.stamp");
  const migrations = hashFiles(["migrations"]);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== migrations) {
    // CI=1: wrangler would ask on a terminal
    const args = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", data];
    runQuietly("the migration of the database", "wrangler", args, { CI: "1" });
    writeFileSync(stamp, migrations);
  }
  return { envFile };
}

/** The production build in the local runtime, in a process of its own. */
export function serve({ port, data, stdio = "inherit", vars = [] }) {
  const args = ["--port", String(port), "--data", data, ...vars.flatMap((pair) => ["--var", pair])];
  return startScript(join(ROOT, "scripts/server.mjs"), args, { env: { WRANGLER_LOG: "error" }, stdio });
}

/** Waits until a server answers; false if it does not in time. */
export async function isUp(origin, forMs = 60_000) {
  for (const end = Date.now() + forMs; Date.now() < end; ) {
    const answer = await fetch(`${origin}/api/health`).catch(() => null);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/** A Chromium that tests can drive: what is named, installed, Playwright's own, or the system's package, in this order. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  console.log("No Chromium here: installing one …");
  runTool("playwright", ["install", "chromium"], { capture: true });
  if (!findChromium()) installDebian(["chromium"]);
  const installed = findChromium();
  if (installed) return installed;
  console.error("The browser tests need Chromium. Install it, or name it in CHROMIUM_PATH.");
  process.exit(1);
}

/** What the benches make their tracks with. */
export function ensureFfmpeg() {
  const isThere = () => spawnSync("ffmpeg", ["-version"], { stdio: "ignore" }).status === 0;
  if (!isThere()) installDebian(["ffmpeg"]);
  if (isThere()) return;
  console.error("This bench makes its tracks with ffmpeg. Install it first.");
  process.exit(1);
}

/**
 * Installs Debian's packages, one by one: one that this Debian has not must not keep the others away.
 * @param {readonly string[]} names
 * @param {readonly string[]} flags
 */
export function installDebian(names, flags = []) {
  if (names.length === 0 || !existsSync("/usr/bin/apt-get")) return;
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  for (const name of names) {
    spawnSync("apt-get", ["install", "-y", "-qq", ...flags, name], {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];
  const macOs = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ];
  const installed = [named, ...usual, ...macOs].find((path) => path && existsSync(path));
  return installed ?? playwrightChromium();
}

function playwrightChromium() {
  const script = "const { chromium } = require('@playwright/test'); process.stdout.write(chromium.executablePath());";
  const { stdout } = spawnSync(process.execPath, ["-e", script], { cwd: ROOT, encoding: "utf8" });
  return stdout && existsSync(stdout) ? stdout : undefined;
}

/** One hash over the names and contents of files and of all that is in folders. */
function hashFiles(paths) {
  const hash = createHash("sha256");
  const visit = (path) => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) visit(join(path, name));
      return;
    }
    hash.update(path).update(readFileSync(full));
  };
  for (const path of paths) visit(path);
  return hash.digest("hex");
}

export function writeJson(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
