import { describe, expect, it } from "vitest";
import { SharedBudgets } from "#app/domain/access/budget.ts";
import { can, EFFECTIVE_ROLES } from "#app/domain/access/permissions.ts";
import { IDLE } from "#app/domain/playback/playback.ts";
import {
  addMarks,
  findReactionPlace,
  partAt,
  REACTION_RATE,
  type ReactionMarks,
  sumOf,
  toMark,
  totalCounts,
} from "#app/domain/reactions/reactions.ts";
import { buildRoom, entryId, INFO, paused, playing, trackId } from "#tests/support/builders.ts";

const room = buildRoom(2);

describe("the place of a reaction", () => {
  it("RE1 is the position of the room in the entry that plays", () => {
    const place = findReactionPlace({ ...room, playback: playing(1, 0, 1000) }, entryId(1), 51_000);
    expect(place).toEqual({ ok: true, value: { trackId: trackId(1), part: 50 } });
  });

  it.each([
    ["another entry plays", playing(2, 0, 1000)],
    ["the room is paused", paused(1, 5000)],
    ["the room is idle", IDLE],
  ])("RE1 does not exist while %s", (_, playback) => {
    const place = findReactionPlace({ ...room, playback }, entryId(1), 51_000);
    expect(place).toEqual({ ok: false, error: "entry-not-playing" });
  });

  it("RE1 does not exist in an entry that was removed", () => {
    const place = findReactionPlace({ playlist: [], playback: playing(1, 0, 1000) }, entryId(1), 51_000);
    expect(place).toEqual({ ok: false, error: "entry-not-playing" });
  });

  it("RE1 is open to everyone who may enter", () => {
    expect(EFFECTIVE_ROLES.filter((role) => !can(role, "listen", INFO))).toEqual([]);
  });

  it("RE4 is within the hundred parts at the start and after the end of a track", () => {
    expect([partAt(-5, 1000), partAt(0, 1000), partAt(999, 1000), partAt(5000, 1000), partAt(10, 0)]).toEqual([
      0, 0, 99, 99, 0,
    ]);
  });
});

it("RE2 a person reacts three times at once and three times a second", () => {
  const budgets = new SharedBudgets(REACTION_RATE);
  const react = (nowMs: number) => budgets.spend("Mira", { nowMs });
  expect([1000, 1000, 1000, 1000].map(react)).toEqual([true, true, true, false]);
  expect([2000, 2000, 2000, 2000].map(react)).toEqual([true, true, true, false]);
  expect(budgets.spend("Leo", { nowMs: 2000 })).toBe(true);
});

describe("the reactions to a track", () => {
  it("RE4 are summed by part, in the order of the parts", () => {
    const marks = addMarks([toMark(7, 0)], [toMark(3, 5), toMark(7, 0), toMark(7, 2)]);
    expect(marks).toEqual([
      { part: 3, counts: [0, 0, 0, 0, 0, 1] },
      { part: 7, counts: [2, 0, 1, 0, 0, 0] },
    ]);
    expect(totalCounts(marks)).toEqual([2, 0, 1, 0, 0, 1]);
    expect(sumOf(totalCounts(marks))).toBe(4);
  });

  it("RE5 take at most six kilobytes", () => {
    const counts = [99_999, 99_999, 9999, 9999, 999, 999];
    const marks: ReactionMarks = Array.from({ length: 100 }, (_, part) => ({ part, counts }));
    expect(JSON.stringify(marks).length).toBeLessThan(6000);
  });
});
