import { describe, expect, it } from "vitest";
import type { EntryId } from "#app/domain/ids.ts";
import {
  EMPTY_SELECTION,
  isMultiSelect,
  retainExisting,
  selectAll,
  selectOnly,
  selectRange,
  toggle,
} from "#app/features/playlist/selection.ts";

const id = (name: string) => name as EntryId;
const VISIBLE = ["a", "b", "c", "d", "e"].map(id);
const names = ({ ids }: { readonly ids: ReadonlySet<EntryId> }) => [...ids].sort().join("");

describe("a selection", () => {
  it("becomes a multi-selection with its second entry", () => {
    const one = selectOnly(id("b"));
    expect(names(one)).toBe("b");
    expect(isMultiSelect(one)).toBe(false);
    const two = toggle(one, id("d"));
    expect(names(two)).toBe("bd");
    expect(isMultiSelect(two)).toBe(true);
    expect(names(toggle(two, id("b")))).toBe("d");
  });

  it("extends a range from its anchor in either direction, repeatedly", () => {
    const start = selectOnly(id("c"));
    const down = selectRange(start, id("e"), VISIBLE);
    expect(names(down)).toBe("cde");
    expect(names(selectRange(down, id("a"), VISIBLE))).toBe("abc");
    expect(names(selectRange(EMPTY_SELECTION, id("d"), VISIBLE))).toBe("d");
    expect(names(selectRange(selectOnly(id("removed")), id("d"), VISIBLE))).toBe("d");
  });

  it("drops entries that no longer exist", () => {
    const all = selectAll(VISIBLE);
    expect(names(all)).toBe("abcde");
    expect(names(retainExisting(all, new Set([id("b"), id("x")])))).toBe("b");
    expect(retainExisting(all, new Set(VISIBLE))).toBe(all);
  });
});
