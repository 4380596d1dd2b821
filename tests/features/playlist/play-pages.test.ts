import { expect, it } from "vitest";
import type { Playback } from "#app/domain/playback/playback.ts";
import { playOf, withLatest, withOlder } from "#app/features/playlist/play-pages.ts";
import { entryId } from "#tests/support/builders.ts";

const page = (times: readonly number[], nextBeforeMs: number | null = null) => ({
  plays: times.map((atMs) => ({ atMs })),
  nextBeforeMs,
});

it("the latest page comes before what is known, and replaces what is as young", () => {
  const known = page([90, 80, 70, 60, 50], 50);
  expect(withLatest(null, page([9, 8], 8))).toEqual(page([9, 8], 8));
  expect(withLatest(known, page([100, 90, 80], 80))).toEqual(page([100, 90, 80, 70, 60, 50], 50));
  // 90 was passed over
  expect(withLatest(known, page([100, 80, 70], 70))).toEqual(page([100, 80, 70, 60, 50], 50));
});

it("where more has played than a page holds, what is known is asked for again", () => {
  expect(withLatest(page([60, 50], null), page([100, 90, 80], 80))).toEqual(page([100, 90, 80], 80));
  expect(withLatest(page([60, 50], 50), page([100, 90], null))).toEqual(page([100, 90], null));
});

it("an older page follows what is known, unless something else has come meanwhile", () => {
  expect(withOlder(page([60, 50], 50), 50, page([40], null))).toEqual(page([60, 50, 40], null));
  const changed = page([100, 90], 90);
  expect(withOlder(changed, 50, page([40], null))).toBe(changed);
});

it("a seek is no other play; a pause, another track, or the same from its start on may be", () => {
  const playing = (n: number, positionMs: number, anchorMs: number): Playback => ({
    status: "playing",
    entryId: entryId(n),
    positionMs,
    anchorMs,
  });
  const play = playOf(playing(1, 5000, 1000));
  expect(playOf(playing(1, 90_000, 2000))).toBe(play);
  const others: readonly Playback[] = [
    playing(2, 5000, 1000),
    playing(1, 0, 3000),
    playing(1, 0, 4000),
    { status: "paused", entryId: entryId(1), positionMs: 5000 },
    { status: "idle" },
  ];
  expect(new Set([play, ...others.map(playOf)]).size).toBe(6);
});
