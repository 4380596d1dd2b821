// The proxies that docs/self-hosting.md describes, for the test that runs them.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { installDebianPackages } from "./system-programs.mjs";

/** Debian's packages are called like the programs. OpenSSL makes the certificate of the test. */
const PROGRAMS = ["caddy", "nginx", "openssl"];
/** Debian has nginx in a folder that only root's path contains. */
const PATH = `${process.env.PATH}:/usr/sbin`;
/** Debian asks this program whether a package may start its service; 101 forbids it. */
const SERVICE_POLICY = "/usr/sbin/policy-rc.d";

/** Installs what is missing, without its service. The test of a proxy that cannot be installed is skipped. */
export function ensureProxies() {
  const missing = PROGRAMS.filter((name) => findProgram(name) === undefined);
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(", ")} …`);
  const hasPolicy = existsSync(SERVICE_POLICY) || process.getuid?.() !== 0;
  if (!hasPolicy) writeFileSync(SERVICE_POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    installDebianPackages(missing, ["--no-install-recommends"]);
  } finally {
    if (!hasPolicy) rmSync(SERVICE_POLICY);
  }
}

/**
 * The path of a program; undefined if it is not installed.
 * @param {string} name
 * @returns {string | undefined}
 */
export function findProgram(name) {
  const { status, stdout } = spawnSync("which", [name], { encoding: "utf8", env: { ...process.env, PATH } });
  return status === 0 ? stdout.trim() : undefined;
}
