import { describe, expect, it } from "vitest";
import { appendOlder, mergeLatest as merge, type Pages } from "#app/features/playlist/pages.ts";

type Item = { readonly atMs: number };

const page = (times: readonly number[], nextBefore: number | null = null): Pages<Item> => ({
  items: times.map((atMs) => ({ atMs })),
  nextBefore,
});
const mergeLatest = (loaded: Pages<Item> | null, latest: Pages<Item>) => merge(loaded, latest, ({ atMs }) => atMs);

describe("mergeLatest", () => {
  it("puts the latest page before the older items and replaces the items it covers", () => {
    const loaded = page([90, 80, 70, 60, 50], 50);
    expect(mergeLatest(null, page([9, 8], 8))).toEqual(page([9, 8], 8));
    expect(mergeLatest(loaded, page([100, 90, 80], 80))).toEqual(page([100, 90, 80, 70, 60, 50], 50));
    // A play at 90 was too short to stay in the history.
    expect(mergeLatest(loaded, page([100, 80, 70], 70))).toEqual(page([100, 80, 70, 60, 50], 50));
  });

  it("drops the loaded items if items between them and the latest page are missing", () => {
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
