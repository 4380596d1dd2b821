import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { inspectAudio } from "#workers/audio-inspection/inspect-audio.ts";
import { readStoredTags } from "#workers/audio-inspection/read-stored-tags.ts";
import { withReadingBudget } from "#workers/audio-inspection/reading-budget.ts";
import type { StoredBytes } from "#workers/audio-inspection/stored-bytes.ts";
import { makeHostileFiles } from "./hostile-files.ts";

const SEED = 20;
const MIB = 1024 * 1024;
/** Processor time, ms. */
const CPU_PER_MIB = 250;
/** In this time, nothing else runs on the thread. */
const STALL = 100;
const CHUNK_BYTES = 64 * 1024;

/** Bytes in memory that are read as from R2: each read lets other work run. */
function openFile(bytes: Uint8Array): StoredBytes {
  return withReadingBudget({
    sizeBytes: bytes.length,
    async read(start, end) {
      await nextTurn();
      return bytes.slice(start, Math.max(start, end));
    },
    async stream(start) {
      let at = start;
      return new ReadableStream<Uint8Array>({
        async pull(controller) {
          await nextTurn();
          if (at >= bytes.length) controller.close();
          else controller.enqueue(bytes.slice(at, at + CHUNK_BYTES));
          at += CHUNK_BYTES;
        },
      });
    },
  });
}

/** Processor time, in all and at most without a break. */
type CpuTimes = { readonly totalMs: number; readonly longestMs: number };

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Runs something, and measures the processor time that it took, in all and at most without a break. */
async function measureCpu(run: () => Promise<unknown>): Promise<CpuTimes> {
  const startMs = cpuMs();
  let lastMs = startMs;
  let longestMs = 0;
  const beat = () => {
    const nowMs = cpuMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const timer = setInterval(beat, 1);
  await run();
  beat();
  clearInterval(timer);
  return { totalMs: cpuMs() - startMs, longestMs };
}

/** Other work on the same core slows a measurement down, and nothing speeds it up: the least of several is the right one. */
const MEASUREMENTS_MAX = 12;

/** Measures until both times are below their limits. Returns the least ones. */
async function measureLeast(run: () => Promise<unknown>, limits: CpuTimes): Promise<CpuTimes> {
  let least = await measureCpu(run);
  for (let i = 1; i < MEASUREMENTS_MAX && !isWithin(least, limits); i++) {
    const next = await measureCpu(run);
    least = { totalMs: Math.min(least.totalMs, next.totalMs), longestMs: Math.min(least.longestMs, next.longestMs) };
  }
  return least;
}

const isWithin = (times: CpuTimes, limits: CpuTimes) => times.totalMs < limits.totalMs && times.longestMs < limits.longestMs;

describe("files that were made to be slow to read", () => {
  it.each(makeHostileFiles(SEED))("$name takes little time and no long turn", async ({ name, bytes }) => {
    // a broken structure is logged
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const read = async () => {
      const facts = await inspectAudio(openFile(bytes));
      const { tags } = await readStoredTags(openFile(bytes), name);
      expect(tags.title).not.toBe("");
      return facts;
    };
    // the first time includes compiling the code
    await read();
    const sizeMib = bytes.length / MIB;
    const limits = { totalMs: CPU_PER_MIB * Math.max(1, sizeMib), longestMs: STALL };
    const { totalMs, longestMs } = await measureLeast(read, limits);
    console.log(
      `${name}: ${sizeMib.toFixed(1)} MiB, ${totalMs.toFixed(0)} ms of processor time, ${longestMs.toFixed(0)} ms at once`,
    );
    expect(totalMs).toBeLessThan(limits.totalMs);
    expect(longestMs).toBeLessThan(limits.longestMs);
    vi.mocked(console.error).mockClear();
  });
});
