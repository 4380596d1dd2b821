import { expect, it } from "vitest";
import { type EntryDrag, findDropIndex } from "#app/features/playlist/entry-drag.ts";
import { groupByDay } from "#app/features/playlist/group-by-day.ts";
import { buildPlaylist, entryId } from "#tests/support/builders.ts";

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

it("dragged entries are dropped before the entry that was chosen, wherever it is meanwhile, or else at the end", () => {
  const playlist = buildPlaylist(3);
  const drag = (beforeId: EntryDrag["beforeId"]): EntryDrag => ({
    ...{ ids: new Set([entryId(1)]), draggedId: entryId(1), input: "pointer" },
    beforeId,
  });
  expect(findDropIndex(drag(entryId(2)), playlist)).toBe(1);
  expect(findDropIndex(drag(entryId(2)), [...playlist].reverse())).toBe(1);
  expect(findDropIndex(drag(entryId(3)), [...playlist].reverse())).toBe(0);
  for (const beforeId of [null, entryId("gone")]) expect(findDropIndex(drag(beforeId), playlist)).toBe(3);
});
