// Runs the project's tools and server, and prepares packages, the build and data folders.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { writeBuildFiles } from "./write-build-files.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const CACHE = join(ROOT, ".cache");
/** The Worker in one file, as it is deployed. */
export const WORKER = join(ROOT, "build/worker/app.js");

/** Keeps tools from sending metrics, looking for updates and printing banners. */
const TOOL_ENV = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  NO_UPDATE_NOTIFIER: "1",
};

const TOOLS = {
  biome: "node_modules/@biomejs/biome/bin/biome",
  depcruise: "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
  knip: "node_modules/knip/bin/knip.js",
  playwright: "node_modules/@playwright/test/cli.js",
  remix: "node_modules/@remix-run/dev/dist/cli.js",
  tsc: "node_modules/typescript/bin/tsc",
  tsx: "node_modules/tsx/dist/cli.mjs",
  vite: "node_modules/vite/bin/vite.js",
  vitest: "node_modules/vitest/vitest.mjs",
  wrangler: "node_modules/wrangler/bin/wrangler.js",
};

const HEALTH_INTERVAL_MS = 100;

/** The Node that the packages bring, or else that of this process: the machine's may get no security releases any more. */
function findNode() {
  const brought = join(ROOT, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  return existsSync(brought) ? brought : process.execPath;
}

/**
 * Runs a tool and waits for it, at most `limitMs`. Returns its exit status and, with `capture`, its output. A tool that exceeds the
 * limit is stopped and has failed.
 */
export function runTool(tool, args, { env = {}, capture = false, limitMs } = {}) {
  const { status, stdout, stderr, error } = spawnSync(findNode(), [join(ROOT, TOOLS[tool]), ...args], {
    cwd: ROOT,
    env: { ...TOOL_ENV, ...process.env, ...env },
    stdio: capture ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    timeout: limitMs,
  });
  if (error?.code === "ETIMEDOUT") console.error(`${tool} did not end within ${limitMs / 60_000} minutes and was stopped.`);
  return { status: status ?? 1, output: capture ? `${stdout}${stderr}` : "" };
}

/** Runs a tool. If it fails, prints its output and exits; otherwise prints nothing. */
function runQuietly(name, tool, args, env = {}) {
  const { status, output } = runTool(tool, args, { env, capture: true });
  if (status !== 0) console.error(output);
  exitOnFailure(status, name);
}

/** Starts a tool that keeps running, for at most `limitMs`. */
export function startTool(tool, args, options) {
  return startScript(join(ROOT, TOOLS[tool]), args, options);
}

function startScript(file, args, { env = {}, stdio = "inherit", limitMs } = {}) {
  return spawn(findNode(), [file, ...args], {
    cwd: ROOT,
    env: { ...TOOL_ENV, ...process.env, ...env },
    stdio,
    timeout: limitMs,
  });
}

/** Exits with a message unless the status is 0. */
export function exitOnFailure(status, name) {
  if (status === 0) return;
  console.error(`${name} failed`);
  process.exit(status);
}

/** Installs the npm packages if they are missing or do not match the lock file. */
export function ensurePackages() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Tutti needs Node 20.19 or newer. This is ${process.versions.node}.`);
    process.exit(1);
  }
  const stamp = join(ROOT, "node_modules/.tutti-lock");
  const lock = hashFiles(["package-lock.json"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("Installing packages …");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  exitOnFailure(status ?? 1, "npm ci");
  writeFileSync(stamp, lock);
}

/** Builds for production if a source has changed since the last build. */
export function ensureBuild() {
  const stamp = join(ROOT, "build/.stamp");
  const sources = hashFiles([
    "app",
    "workers",
    "db",
    "public",
    "service-worker",
    "vite.config.ts",
    "scripts/name-chunk.ts",
    "scripts/strip-icon-keys.ts",
    "scripts/service-worker.config.mjs",
    "scripts/shell-assets.mjs",
    "scripts/write-build-files.mjs",
    "package-lock.json",
    "wrangler.toml",
  ]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  console.log("Building …");
  // also for a test runner that starts the server
  const env = { NODE_ENV: "production" };
  runQuietly("The build", "remix", ["vite:build"], env);
  writeBuildFiles(join(ROOT, "build/client"));
  runQuietly("The build of the service worker", "vite", ["build", "--config", "scripts/service-worker.config.mjs"], env);
  runQuietly("The build of the Worker", "wrangler", ["deploy", "--dry-run", "--outdir", dirname(WORKER)], env);
  writeFileSync(stamp, sources);
}

/**
 * Starts the production build in the local runtime, in its own process.
 * @param {{ port: number, data: string, stdio?: import("node:child_process").StdioOptions, vars?: readonly string[], isJson?: boolean }} options
 *   `vars` are `KEY:VALUE` pairs
 * @returns {import("node:child_process").ChildProcess}
 */
export function serve({ port, data, stdio = "inherit", vars = [], isJson = false }) {
  const args = ["--port", String(port), "--data", data, ...vars.flatMap((pair) => ["--var", pair])];
  if (isJson) args.push("--json");
  return startScript(join(ROOT, "scripts/server.mjs"), args, { env: { WRANGLER_LOG: "error", END_WITH_PARENT: "1" }, stdio });
}

/** Waits until a server is healthy. Returns false after the timeout. */
export async function waitUntilUp(origin, timeoutMs = 60_000) {
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    const response = await fetch(`${origin}/api/health`).catch(() => null);
    if (response?.ok) return true;
    await wait(HEALTH_INTERVAL_MS);
  }
  return false;
}

/** Forwards termination signals to a server, and exits when it exits. */
export function exitWith(server) {
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
  server.on("exit", (code) => process.exit(code ?? 0));
}

/** One hash over the names and contents of files, including all files in folders. */
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
