import { expect, test } from "vitest";
import { cpuSharesBetween, formatCpuShares, parseCpuTime } from "./cpu-time.ts";

test("the shares of steal and idle time are computed from two readings", () => {
  const before = parseCpuTime("cpu  100 0 50 800 10 0 5 35 7 0\ncpu0 1 2 3\n");
  const after = parseCpuTime("cpu  150 0 60 910 10 0 5 65 7 0\n");
  expect(before).toEqual({ steal: 35, idle: 800, total: 1000 });
  expect(formatCpuShares(cpuSharesBetween(before, after))).toBe("steal 15.0 %, idle 55 %");
});

test("two equal readings have no shares", () => {
  const reading = parseCpuTime("cpu 1 2 3 4 5 6 7 8");
  expect(cpuSharesBetween(reading, reading)).toEqual({ stealPercent: 0, idlePercent: 0 });
});
