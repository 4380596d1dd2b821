import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";

/** Watches whether this machine ran its threads in time. */
export type StallMonitor = {
  /** One description for each kind of stall that was found since the start or since the last call. */
  takeStalls(): readonly string[];
  /** The worst delays in the same time, also when they are too short to be stalls. */
  describeWorst(): string;
  /** Resolves when the machine has run in time for a while, or after half a minute in which it has not. Takes the stalls. */
  untilQuiet(): Promise<void>;
  stop(): Promise<void>;
};

/** About two output buffers of a browser: a longer delay can be heard. */
const LATE_MS = 20;
/** Time that the hypervisor withheld from one CPU within 100 ms (Linux). A little steal is normal in a virtual machine. */
const STEAL_MS = 30;
const QUIET_MS = 3000;
const QUIET_TIMEOUT_MS = 30_000;

/**
 * Starts one thread per CPU with nothing but a timer, so that only the machine can delay it. The first thread also reads
 * the steal time of the CPUs.
 */
export function startStallMonitor(): StallMonitor {
  const workers = Array.from({ length: Math.min(4, availableParallelism()) }, (_, index) => {
    const worst = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
    const worker = new Worker(THREAD, { eval: true, workerData: { worst, readsSteal: index === 0 } });
    return { worker, worst };
  });
  const readWorst = () => ({
    lateMs: Math.max(...workers.map(({ worst }) => worst[0] ?? 0)),
    stealMs: Math.max(...workers.map(({ worst }) => worst[1] ?? 0)),
  });
  function takeStalls(): readonly string[] {
    const { lateMs, stealMs } = readWorst();
    for (const { worst } of workers) worst.fill(0);
    return [
      ...(lateMs >= LATE_MS ? [`a timer was ${Math.round(lateMs)} ms late`] : []),
      ...(stealMs >= STEAL_MS ? [`the hypervisor withheld a CPU for ${stealMs} ms`] : []),
    ];
  }

  return {
    takeStalls,
    describeWorst() {
      const { lateMs, stealMs } = readWorst();
      return `timers up to ${lateMs.toFixed(1)} ms late, a CPU withheld for up to ${stealMs} ms`;
    },
    async untilQuiet() {
      const end = Date.now() + QUIET_TIMEOUT_MS;
      do {
        takeStalls();
        await wait(QUIET_MS);
      } while (takeStalls().length > 0 && Date.now() < end);
    },
    stop: async () => void (await Promise.all(workers.map(({ worker }) => worker.terminate()))),
  };
}

/** Stores the worst delay of a 5 ms timer, and the most steal time of one CPU within 100 ms, in shared memory. */
const THREAD = `
const { readFileSync } = require("node:fs");
const { workerData: { worst, readsSteal } } = require("node:worker_threads");
const TICK_MS = 5;
const STEAL_INTERVAL_MS = 100;
const STEAL_COLUMN = 8;
const JIFFY_MS = 10;

let lastMs = performance.now();
setInterval(() => {
  const nowMs = performance.now();
  worst[0] = Math.max(worst[0], nowMs - lastMs - TICK_MS);
  lastMs = nowMs;
}, TICK_MS);

function readSteal() {
  try {
    const cpus = readFileSync("/proc/stat", "utf8").split("\\n").filter((line) => /^cpu\\d/.test(line));
    return cpus.map((line) => Number(line.split(/\\s+/)[STEAL_COLUMN]) * JIFFY_MS);
  } catch {
    // Only Linux has this file. The timer works everywhere.
    return [];
  }
}

if (readsSteal) {
  let last = readSteal();
  setInterval(() => {
    const next = readSteal();
    for (const [cpu, stealMs] of next.entries()) worst[1] = Math.max(worst[1], stealMs - last[cpu]);
    last = next;
  }, STEAL_INTERVAL_MS);
}
`;
