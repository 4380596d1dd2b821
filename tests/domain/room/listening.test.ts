import { describe, expect, it } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import {
  canSeeListening,
  type ListeningProgress,
  listeningLimits,
  planListening,
  recordListening,
} from "#app/domain/room/listening.ts";
import { userId } from "#tests/support/builders.ts";

const [MIRA, OTTO] = [userId("mira"), userId("otto")];
const WOKEN: ListeningProgress = { written: null, refreshedAtMs: 0, shown: [] };

const at = (...people: readonly UserId[]) => new Map(people.map((person) => [person, 1000]));

/** The progress after the room has written these people. */
function write(progress: ListeningProgress, people: readonly UserId[], shown: readonly UserId[], nowMs: number) {
  const present = at(...people);
  return recordListening(progress, { change: planListening(progress, present, nowMs), present, shown }, nowMs);
}

describe("the people who listen in a room", () => {
  it("LN5 are written when they arrive and when they leave, and not in between", () => {
    const arrived = write(WOKEN, [MIRA], [MIRA], 0);
    expect(planListening(arrived, at(MIRA), 1000)).toMatchObject({ arrived: new Map(), left: [] });
    expect(planListening(arrived, at(MIRA, OTTO), 1000)).toMatchObject({ arrived: at(OTTO), left: [], isRefresh: false });
    expect(planListening(arrived, at(OTTO), 1000)).toMatchObject({ arrived: at(OTTO), left: [MIRA] });
  });

  it("LN5 are all written again after three minutes, and after the room has woken", () => {
    const written = write(WOKEN, [MIRA], [MIRA], 0);
    expect(planListening(written, at(MIRA), listeningLimits.refreshMs - 1).arrived).toEqual(new Map());
    expect(planListening(written, at(MIRA), listeningLimits.refreshMs)).toMatchObject({ arrived: at(MIRA), isRefresh: true });
    expect(planListening({ ...written, written: null }, at(MIRA), 1).arrived).toEqual(at(MIRA));
  });

  it("LN5 are written as having left only if the room showed them", () => {
    const arrived = write(WOKEN, [MIRA, OTTO], [OTTO], 0);
    expect(planListening(arrived, at(), 1000).left).toEqual([OTTO]);
    const left = write(arrived, [], [], 1000);
    expect(planListening(left, at(), 2000).left).toEqual([]);
  });

  it("LN5 are written again when they return", () => {
    const left = write(write(WOKEN, [MIRA], [], 0), [], [], 1000);
    expect(planListening(left, at(MIRA), 2000).arrived).toEqual(at(MIRA));
  });

  it("LN2 are no longer shown by a room once another one shows them", () => {
    const arrived = write(WOKEN, [MIRA], [MIRA], 0);
    const refreshed = write(arrived, [MIRA], [], listeningLimits.refreshMs);
    expect(refreshed.shown).toEqual([]);
  });
});

describe("where a person listens", () => {
  it.each([
    ["public", false, true],
    ["public", true, false],
    ["hidden", false, false],
    ["hidden", true, false],
  ] as const)("LN3 in a %s room (password: %s) is visible to everyone: %s", (visibility, hasPassword, isVisible) => {
    const room = { visibility, hasPassword };
    for (const role of [null, "requested", "rejected"] as const) expect(canSeeListening(room, role)).toBe(isVisible);
    for (const role of ["viewer", "participant", "editor", "admin", "owner"] as const) {
      expect(canSeeListening(room, role)).toBe(true);
    }
  });
});
