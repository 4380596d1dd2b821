// The processes of this machine.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * All descendants of a process.
 * @param {number} rootPid
 * @returns {{ pid: number, name: string, parentPid: number }[]}
 */
export function findDescendants(rootPid) {
  const processes = existsSync("/proc") ? readProcesses() : listProcesses();
  const isBelow = (pid) => {
    const parent = processes.find((process) => process.pid === pid)?.parentPid;
    return parent !== undefined && (parent === rootPid || isBelow(parent));
  };
  return processes.filter(({ pid }) => isBelow(pid));
}

/** Kills those of the processes that still run. Another one may have the id of one that has ended. */
export function endProcesses(processes) {
  const running = existsSync("/proc") ? readProcesses() : listProcesses();
  for (const { pid, name } of processes) {
    if (running.some((process) => process.pid === pid && process.name === name)) kill(pid);
  }
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended meanwhile
  }
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
  return (stdout ?? "").split("\n").flatMap((line) => {
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
