// Copies a data folder while its server runs. The runtime stands still for the moment of the copy, so the database, the files and
// all rooms are from the same moment, as after a power cut; the databases recover from that when they are opened.
import { copyFileSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { WRITE_TEST } from "./data-folder.mjs";
import { RESERVE } from "./disk-reserve.mjs";
import { findDescendants } from "./processes.mjs";

const RUNTIME = "workerd";
/** Stored audio and pictures. They are written once, so a second name for them is a copy. */
const BLOBS = /^v3\/r2\/[^/]+\/blobs\//;
const SNAPSHOT = "snapshot";
/** Belongs to the running server. */
const SKIPPED = new Set(["control.sock", SNAPSHOT, RESERVE, WRITE_TEST]);
/** Backups that an earlier version has written into the data folder. */
const ARCHIVE = /\.(tar\.gz|tgz)$/;

/**
 * Copies a data folder into its folder `snapshot`. Returns the path.
 * @param {string} data
 * @param {number} serverPid the process whose child is the runtime
 */
export function snapshotData(data, serverPid) {
  const target = toSnapshotPath(data);
  rmSync(target, { recursive: true, force: true });
  const runtimes = findRuntimes(serverPid);
  if (runtimes.length === 0) throw new Error("the runtime of the server was not found");
  for (const pid of runtimes) process.kill(pid, "SIGSTOP");
  try {
    copyFolder(data, target);
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  } finally {
    for (const pid of runtimes) process.kill(pid, "SIGCONT");
  }
  return target;
}

/** The folder of a data folder that a server copies it to. */
export function toSnapshotPath(data) {
  return join(data, SNAPSHOT);
}

function copyFolder(data, target) {
  for (const file of listFiles(data)) {
    const path = relative(data, file);
    const copy = join(target, path);
    mkdirSync(dirname(copy), { recursive: true });
    if (BLOBS.test(path)) linkSync(file, copy);
    else copyFileSync(file, copy);
  }
}

/** All files of a data folder, without backups and without what belongs to the running server. */
export function listFiles(data) {
  return readdirSync(data)
    .filter((name) => !SKIPPED.has(name))
    .flatMap((name) => listBelow(join(data, name)));
}

function listBelow(path) {
  const stat = statSync(path);
  if (stat.isFile()) return ARCHIVE.test(path) ? [] : [path];
  return stat.isDirectory() ? readdirSync(path).flatMap((name) => listBelow(join(path, name))) : [];
}

/** The runtime's processes among all descendants of a process. */
function findRuntimes(rootPid) {
  return findDescendants(rootPid)
    .filter(({ name }) => name === RUNTIME)
    .map(({ pid }) => pid);
}
