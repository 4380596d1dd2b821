// Copies a data folder while its server runs. The runtime stands still for the moment of the copy, so the database, the files and
// all rooms are from the same moment, as after a power cut; the databases recover from that when they are opened.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

const RUNTIME = "workerd";
/** Stored audio and pictures. They are written once, so a second name for them is a copy. */
const BLOBS = /^v3\/r2\/[^/]+\/blobs\//;
/** Belongs to the running server. */
const SKIPPED = new Set(["control.sock", "snapshot"]);

/**
 * Copies a data folder into its folder `snapshot`. Returns the path.
 * @param {string} data
 * @param {number} serverPid the process whose child is the runtime
 */
export function snapshotData(data, serverPid) {
  const target = join(data, "snapshot");
  rmSync(target, { recursive: true, force: true });
  const runtimes = findRuntimes(serverPid);
  if (runtimes.length === 0) throw new Error("the runtime of the server was not found");
  for (const pid of runtimes) process.kill(pid, "SIGSTOP");
  try {
    copyFolder(data, target);
  } finally {
    for (const pid of runtimes) process.kill(pid, "SIGCONT");
  }
  return target;
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

/** All files of a data folder, without what belongs to the running server. */
export function listFiles(data) {
  return readdirSync(data)
    .filter((name) => !SKIPPED.has(name))
    .flatMap((name) => listBelow(join(data, name)));
}

function listBelow(path) {
  const stat = statSync(path);
  if (stat.isFile()) return [path];
  return stat.isDirectory() ? readdirSync(path).flatMap((name) => listBelow(join(path, name))) : [];
}

/** The runtime's processes among all descendants of a process. */
function findRuntimes(rootPid) {
  const processes = existsSync("/proc") ? readProcesses() : listProcesses();
  const isBelow = (pid) => {
    const parent = processes.find((process) => process.pid === pid)?.parentPid;
    return parent !== undefined && (parent === rootPid || isBelow(parent));
  };
  return processes.filter(({ pid, name }) => name === RUNTIME && isBelow(pid)).map(({ pid }) => pid);
}

/** All processes of this machine (Linux). */
function readProcesses() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)));
}

/** The same on other systems. */
function listProcesses() {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,comm="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parentPid, path] = /^\s*(\d+)\s+(\d+)\s+(.+)$/.exec(line) ?? [];
    return path ? [{ pid: Number(pid), name: basename(path), parentPid: Number(parentPid) }] : [];
  });
}

function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const nameEnd = stat.lastIndexOf(")");
    return [
      { pid, name: stat.slice(stat.indexOf("(") + 1, nameEnd), parentPid: Number(stat.slice(nameEnd + 2).split(" ")[1]) },
    ];
  } catch {
    // it has ended meanwhile
    return [];
  }
}
