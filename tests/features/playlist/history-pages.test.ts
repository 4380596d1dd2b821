import { describe, expect, it } from "vitest";
import type { Playback } from "#app/domain/playback/playback.ts";
import { appendOlder, mergeLatest, playKey } from "#app/features/playlist/history-pages.ts";
import { entryId, playing } from "#tests/support/builders.ts";

const page = (times: readonly number[], nextBeforeMs: number | null = null) => ({
  plays: times.map((atMs) => ({ atMs })),
  nextBeforeMs,
});

describe("mergeLatest", () => {
  it("puts the latest page before the older plays and replaces the plays it covers", () => {
    const loaded = page([90, 80, 70, 60, 50], 50);
    expect(mergeLatest(null, page([9, 8], 8))).toEqual(page([9, 8], 8));
    expect(mergeLatest(loaded, page([100, 90, 80], 80))).toEqual(page([100, 90, 80, 70, 60, 50], 50));
    // The play at 90 was too short to stay in the history.
    expect(mergeLatest(loaded, page([100, 80, 70], 70))).toEqual(page([100, 80, 70, 60, 50], 50));
  });

  it("drops the loaded plays if plays between them and the latest page are missing", () => {
    expect(mergeLatest(page([60, 50], null), page([100, 90, 80], 80))).toEqual(page([100, 90, 80], 80));
    expect(mergeLatest(page([60, 50], 50), page([100, 90], null))).toEqual(page([100, 90], null));
  });
});

describe("appendOlder", () => {
  it("appends the requested page, unless the loaded pages have changed meanwhile", () => {
    expect(appendOlder(page([60, 50], 50), 50, page([40], null))).toEqual(page([60, 50, 40], null));
    const changed = page([100, 90], 90);
    expect(appendOlder(changed, 50, page([40], null))).toBe(changed);
  });
});

describe("playKey", () => {
  it("changes with a pause, another track and a restart, but not with a seek", () => {
    const key = playKey(playing(1, 5000, 1000));
    expect(playKey(playing(1, 90_000, 2000))).toBe(key);
    const others: readonly Playback[] = [
      playing(2, 5000, 1000),
      playing(1, 0, 3000),
      playing(1, 0, 4000),
      { status: "paused", entryId: entryId(1), positionMs: 5000 },
      { status: "idle" },
    ];
    expect(new Set([key, ...others.map(playKey)]).size).toBe(6);
  });
});
