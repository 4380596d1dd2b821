// Notices when this process should end: by signals, and with the processes that have started it.
import { existsSync, readFileSync } from "node:fs";
import { findProcess } from "./processes.mjs";

const CHECK_MS = 500;
const SHELLS = new Set(["sh", "dash", "bash", "ash", "busybox", "zsh", "ksh"]);
/** In the mask of ignored signals that Linux shows. */
const SIGHUP_BIT = 1n;

/**
 * Calls `onEnd` for each signal that asks this process to end. A terminal that closes sends SIGHUP, which `nohup` has ignored.
 * @param {(signal: NodeJS.Signals) => void} onEnd
 */
export function whenAskedToEnd(onEnd) {
  /** @type {NodeJS.Signals[]} */
  const signals = isHangupIgnored() ? ["SIGINT", "SIGTERM"] : ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, () => onEnd(signal));
}

/**
 * Calls `onEnd` when the parent of this process has ended, or the parent of that if it is the shell in which npm runs a script: the shell
 * survives npm.
 * @param {() => void} onEnd
 */
export function whenParentEnds(onEnd) {
  const parent = findProcess(process.ppid);
  const ancestorPid = parent && SHELLS.has(parent.name) ? parent.parentPid : null;
  const timer = setInterval(() => {
    const isOrphan = process.ppid !== parent?.pid;
    if (!isOrphan && (ancestorPid === null || findProcess(process.ppid)?.parentPid === ancestorPid)) return;
    clearInterval(timer);
    onEnd();
  }, CHECK_MS);
  timer.unref();
}

function isHangupIgnored() {
  if (!existsSync("/proc/self/status")) return false;
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "0";
  return (BigInt(`0x${mask}`) & SIGHUP_BIT) !== 0n;
}
