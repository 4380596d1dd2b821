import { readFileSync } from "node:fs";

/** The processor time of all CPUs since the system's start, in ticks. All zero on systems other than Linux. */
export type CpuTime = { readonly steal: number; readonly idle: number; readonly total: number };

/** Shares of the processor time between two moments, in percent. */
export type CpuShares = { readonly stealPercent: number; readonly idlePercent: number };

export function readCpuTime(): CpuTime {
  try {
    return parseCpuTime(readFileSync("/proc/stat", "utf8"));
  } catch {
    // Only Linux has this file.
    return { steal: 0, idle: 0, total: 0 };
  }
}

/** Parses `/proc/stat`. The columns after steal are already contained in others. */
export function parseCpuTime(stat: string): CpuTime {
  const columns = (stat.split("\n")[0] ?? "").trim().split(/\s+/).slice(1, 9).map(Number);
  const [, , , idle = 0, , , , steal = 0] = columns;
  return { steal, idle, total: columns.reduce((sum, ticks) => sum + ticks, 0) };
}

export function cpuSharesBetween(from: CpuTime, to: CpuTime): CpuShares {
  const total = to.total - from.total;
  const percent = (ticks: number) => (total > 0 ? (ticks / total) * 100 : 0);
  return { stealPercent: percent(to.steal - from.steal), idlePercent: percent(to.idle - from.idle) };
}

export function formatCpuShares({ stealPercent, idlePercent }: CpuShares): string {
  return `steal ${stealPercent.toFixed(1)} %, idle ${idlePercent.toFixed(0)} %`;
}
