import { Worker } from "node:worker_threads";

/** Server processes and this one share this clock, ms: that of the system since its start. */
export function systemNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** How much processor time one thread of another process has used, and how late this machine ran its own threads. */
export type ThreadClock = {
  /** The processor time of the thread between two moments, ms. It does not depend on what else runs on the machine. */
  cpuMsBetween(fromMs: number, toMs: number): number;
  /** The most by which a timer of a thread of this process was late between two moments, ms. */
  lateMsBetween(fromMs: number, toMs: number): number;
  stop(): Promise<void>;
};

const TICK_MS = 4;
/** About a quarter of an hour. Older readings are overwritten. */
const READINGS = 1 << 18;
/** The time, the processor time and the lateness of a reading. */
const FIELDS = 3;

/** @param pid a process on Linux. Its main thread is watched: that of the runtime executes all JavaScript */
export function startThreadClock(pid: number): ThreadClock {
  const readings = new Float64Array(new SharedArrayBuffer(FIELDS * READINGS * Float64Array.BYTES_PER_ELEMENT));
  const count = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  const worker = new Worker(THREAD, { eval: true, workerData: { readings, count, file, TICK_MS, READINGS, FIELDS } });
  const read = (index: number, field: number) => readings[FIELDS * (index % READINGS) + field] ?? 0;

  /** The index of the last reading at or before a moment, or of the oldest one. */
  function findReading(atMs: number): number {
    const end = Atomics.load(count, 0);
    let low = Math.max(0, end - READINGS + 1);
    let high = end - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (read(middle, 0) <= atMs) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Between two readings, the processor time is taken to grow evenly. */
  function cpuMsAt(atMs: number): number {
    const index = findReading(atMs);
    const [startMs, cpuMs] = [read(index, 0), read(index, 1)];
    if (index + 1 >= Atomics.load(count, 0)) return cpuMs;
    const share = (atMs - startMs) / (read(index + 1, 0) - startMs);
    return cpuMs + Math.min(1, Math.max(0, share)) * (read(index + 1, 1) - cpuMs);
  }

  return {
    cpuMsBetween: (fromMs, toMs) => cpuMsAt(toMs) - cpuMsAt(fromMs),
    lateMsBetween(fromMs, toMs) {
      const last = Math.min(Atomics.load(count, 0) - 1, findReading(toMs) + 1);
      let lateMs = 0;
      for (let index = findReading(fromMs); index <= last; index++) lateMs = Math.max(lateMs, read(index, 2));
      return lateMs;
    },
    stop: async () => void (await worker.terminate()),
  };
}

const THREAD = `
const { readFileSync } = require("node:fs");
const { workerData: { readings, count, file, TICK_MS, READINGS, FIELDS } } = require("node:worker_threads");
const now = () => Number(process.hrtime.bigint()) / 1e6;
let lastMs = now();
const timer = setInterval(() => {
  let cpuNs;
  try {
    cpuNs = Number(readFileSync(file, "utf8").split(" ")[0]);
  } catch {
    // the process has ended
    return clearInterval(timer);
  }
  const nowMs = now();
  readings.set([nowMs, cpuNs / 1e6, Math.max(0, nowMs - lastMs - TICK_MS)], FIELDS * (count[0] % READINGS));
  lastMs = nowMs;
  Atomics.add(count, 0, 1);
}, TICK_MS);
`;
