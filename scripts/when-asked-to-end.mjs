// Notices when this process should end: by signals, and with the processes that have started it.
import { existsSync, readFileSync } from "node:fs";

const CHECK_MS = 500;
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
 * Calls `onEnd` when the parent of this process has ended.
 * @param {() => void} onEnd
 */
export function whenParentEnds(onEnd) {
  const parentPid = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return;
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
