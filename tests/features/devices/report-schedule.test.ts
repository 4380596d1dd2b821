import { expect, it } from "vitest";
import { ReportSchedule } from "#app/features/devices/report-schedule.ts";
import { createVirtualTime } from "../../support/virtual-time.ts";

function createSchedule(random: () => number = () => 0.5) {
  const time = createVirtualTime(10_000);
  const sentMs: number[] = [];
  const { nowMs, after } = time;
  const schedule = new ReportSchedule({ nowMs, after, random, send: () => void sentMs.push(nowMs() - 10_000) });
  return { time, sentMs, schedule };
}

it("reports start at once and end with the lease", () => {
  const { time, sentMs, schedule } = createSchedule();
  schedule.setWanted({ everyMs: 2000, leaseMs: 5000 });
  time.advance(60_000);
  expect(sentMs).toEqual([0, 2000, 4000]);
  schedule.setWanted({ everyMs: 2000, leaseMs: 1000 });
  expect(sentMs).toHaveLength(4);
});

it("the first reports of a large room are spread over the interval", () => {
  const firstMs = [0, 0.5, 1].map((value) => {
    const { time, sentMs, schedule } = createSchedule(() => value);
    schedule.setWanted({ everyMs: 12_000, leaseMs: 40_000 });
    time.advance(11_000);
    return sentMs[0];
  });
  expect(firstMs).toEqual([0, 5000, 10_000]);
});

it("a renewal keeps the rhythm, and a shorter interval counts at once", () => {
  const { time, sentMs, schedule } = createSchedule(() => 0);
  schedule.setWanted({ everyMs: 8000, leaseMs: 40_000 });
  time.advance(1000);
  schedule.setWanted({ everyMs: 8000, leaseMs: 40_000 });
  time.advance(1000);
  expect(sentMs).toEqual([0]);
  schedule.setWanted({ everyMs: 2000, leaseMs: 40_000 });
  time.advance(2000);
  expect(sentMs).toEqual([0, 3700]);
});

it("nothing is sent after the lease was ended", () => {
  const { time, sentMs, schedule } = createSchedule();
  schedule.setWanted({ everyMs: 2000, leaseMs: 40_000 });
  schedule.end();
  schedule.notifyChange();
  time.advance(10_000);
  expect(sentMs).toEqual([0]);
});

it("changes are reported at once, at most twice a second", () => {
  const { time, sentMs, schedule } = createSchedule();
  schedule.notifyChange();
  schedule.setWanted({ everyMs: 2000, leaseMs: 40_000 });
  time.advance(700);
  for (let i = 0; i < 20; i++) {
    schedule.notifyChange();
    time.advance(50);
  }
  expect(sentMs).toEqual([0, 700, 1200, 1700]);
  time.advance(2000);
  expect(sentMs).toEqual([0, 700, 1200, 1700, 3700]);
});

it("the intervals of several devices spread", () => {
  const intervals = [0, 1].map((value) => {
    const { time, sentMs, schedule } = createSchedule(() => value);
    schedule.setWanted({ everyMs: 2000, leaseMs: 40_000 });
    time.advance(2500);
    return sentMs[1];
  });
  expect(intervals).toEqual([1700, 2300]);
});
