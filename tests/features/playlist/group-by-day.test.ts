import { expect, it } from "vitest";
import { groupByDay } from "#app/features/playlist/group-by-day.ts";

const NOON = new Date(2026, 10, 30, 12).getTime();
const HOUR_MS = 3_600_000;

it("items are grouped by the days of their times, in their order", () => {
  const hoursAgo = [0, 11, 13, 20, 40, 41];
  const groups = groupByDay(hoursAgo, { atMs: (hours) => NOON - hours * HOUR_MS, nowMs: NOON, locale: "en" });
  expect(groups).toEqual([
    { day: "Today", items: [0, 11] },
    { day: "Yesterday", items: [13, 20] },
    { day: "Saturday, November 28", items: [40, 41] },
  ]);
  expect(groupByDay([], { atMs: () => 0, nowMs: NOON, locale: "en" })).toEqual([]);
});
