import { describe, expect, it } from "vitest";
import type { EntryId } from "#app/domain/ids.ts";
import {
  isSelecting,
  NOTHING_SELECTED,
  rangeTo,
  selectAll,
  selectOnly,
  stillThere,
  toggled,
} from "#app/features/playlist/selection.ts";

const id = (name: string) => name as EntryId;
const SHOWN = ["a", "b", "c", "d", "e"].map(id);
const names = ({ ids }: { readonly ids: ReadonlySet<EntryId> }) => [...ids].sort().join("");

describe("a selection", () => {
  it("has one, then others with it, and is several from two on", () => {
    const one = selectOnly(id("b"));
    expect(names(one)).toBe("b");
    expect(isSelecting(one)).toBe(false);
    const two = toggled(one, id("d"));
    expect(names(two)).toBe("bd");
    expect(isSelecting(two)).toBe(true);
    expect(names(toggled(two, id("b")))).toBe("d");
  });

  it("draws a range from where it began, in either direction, again and again", () => {
    const start = selectOnly(id("c"));
    const down = rangeTo(start, id("e"), SHOWN);
    expect(names(down)).toBe("cde");
    expect(names(rangeTo(down, id("a"), SHOWN))).toBe("abc");
    expect(names(rangeTo(NOTHING_SELECTED, id("d"), SHOWN))).toBe("d");
    expect(names(rangeTo(selectOnly(id("gone")), id("d"), SHOWN))).toBe("d");
  });

  it("has all, and loses what is gone", () => {
    const all = selectAll(SHOWN);
    expect(names(all)).toBe("abcde");
    expect(names(stillThere(all, new Set([id("b"), id("x")])))).toBe("b");
    expect(stillThere(all, new Set(SHOWN))).toBe(all);
  });
});
