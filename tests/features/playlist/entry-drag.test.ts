import { afterEach, describe, expect, it, vi } from "vitest";
import { type EntryDrag, findDropIndex, findHandleEntry, readDragKey } from "#app/features/playlist/entry-drag.ts";
import { buildPlaylist, entryId } from "#tests/support/builders.ts";

const PLAYLIST = buildPlaylist(3);

const drag = (beforeId: EntryDrag["beforeId"]): EntryDrag => ({
  ...{ ids: new Set([entryId(1)]), draggedId: entryId(1), input: "keyboard" },
  beforeId,
});

describe("dragged entries", () => {
  it("are dropped before the entry that was chosen, wherever it is meanwhile, or else at the end", () => {
    expect(findDropIndex(drag(entryId(3)), PLAYLIST)).toBe(2);
    expect(findDropIndex(drag(entryId(3)), [...PLAYLIST].reverse())).toBe(0);
    for (const beforeId of [null, entryId("gone")]) expect(findDropIndex(drag(beforeId), PLAYLIST)).toBe(3);
  });

  it.each([
    ["ArrowUp", entryId(2), 0],
    ["ArrowUp", entryId(1), 0],
    ["ArrowUp", null, 2],
    ["ArrowDown", entryId(2), 2],
    ["ArrowDown", entryId(3), 3],
    ["ArrowDown", null, 3],
    ["Home", entryId(3), 0],
    ["End", entryId(1), 3],
  ])("are moved by %s", (key, beforeId, index) => {
    expect(readDragKey(key, drag(beforeId), PLAYLIST)).toEqual({ type: "move", index });
  });

  it("are dropped by the keys that pick them up, and put back by Escape", () => {
    for (const key of ["Enter", " "]) expect(readDragKey(key, drag(null), PLAYLIST)).toEqual({ type: "drop" });
    expect(readDragKey("Escape", drag(null), PLAYLIST)).toEqual({ type: "cancel" });
    for (const key of ["a", "Tab"]) expect(readDragKey(key, drag(null), PLAYLIST)).toBeNull();
  });
});

describe("the handle of an entry", () => {
  /** An element inside of others, which are found by their selectors. */
  class FakeElement {
    readonly dataset: { readonly key?: string };
    readonly #around: Readonly<Record<string, FakeElement>>;
    constructor(around: Readonly<Record<string, FakeElement>> = {}, dataset: { readonly key?: string } = {}) {
      this.#around = around;
      this.dataset = dataset;
    }
    closest(selector: string): FakeElement | null {
      return this.#around[selector] ?? null;
    }
  }
  // the parts of an event target that the function uses
  const find = (target: object) => findHandleEntry(target as EventTarget);
  afterEach(() => vi.unstubAllGlobals());

  it("names the entry of its row, and other parts of the row name none", () => {
    vi.stubGlobal("Element", FakeElement);
    const row = new FakeElement({}, { key: entryId(2) });
    const handle = new FakeElement({ "[role=row]": row });
    expect(find(new FakeElement({ "[data-handle]": handle }))).toBe(entryId(2));
    expect(find(new FakeElement({ "[role=row]": row }))).toBeNull();
    expect(find({})).toBeNull();
  });
});
