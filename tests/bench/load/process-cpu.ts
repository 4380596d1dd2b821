import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** The processor time of all processes with this name, ms. */
export function readProcessCpuMs(name: string): number {
  const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  return pids.reduce((sum, pid) => sum + readOne(pid, name), 0);
}

function readOne(pid: string, name: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    if (!stat.includes(`(${name})`)) return 0;
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    // the process has ended meanwhile
    return 0;
  }
}
