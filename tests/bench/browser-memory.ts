import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { CDPSession } from "@playwright/test";

/** Memory in MB by kind of process (Linux). Shared memory counts proportionally. */
export type MemoryMb = ReadonlyMap<string, number>;

const SAMPLE_INTERVAL_MS = 250;
/** Chromium starts it a few minutes after its own start, whatever the pages do. */
const UNRELATED_SERVICE = "OnDeviceModelService";

/**
 * The memory of all processes of a browser at the moment of its peak, sampled at an interval.
 * @param session of the browser
 */
export async function measurePeak(session: CDPSession, seconds: number): Promise<MemoryMb> {
  let peak: MemoryMb = new Map();
  for (const endMs = Date.now() + seconds * 1000; Date.now() < endMs; ) {
    const sample = await measureMemory(session);
    if (totalMb(sample) > totalMb(peak)) peak = sample;
    await wait(SAMPLE_INTERVAL_MS);
  }
  return peak;
}

export function totalMb(memory: MemoryMb): number {
  return [...memory.values()].reduce((sum, mb) => sum + mb, 0);
}

async function measureMemory(session: CDPSession): Promise<MemoryMb> {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const memory = new Map<string, number>();
  for (const { id, type } of processInfo) {
    try {
      const service = /utility-sub-type=(?:\w+\.)*(\w+)/.exec(readFileSync(`/proc/${id}/cmdline`, "utf8"))?.[1];
      const kb = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1];
      const kind = service ?? type;
      if (kind !== UNRELATED_SERVICE) memory.set(kind, (memory.get(kind) ?? 0) + Number(kb ?? 0) / 1000);
    } catch {
      // the process has ended since it was listed
    }
  }
  return memory;
}
