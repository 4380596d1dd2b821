import type { KeyboardEvent } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EntryId } from "#app/domain/ids.ts";
import { createGridKeyHandler } from "#app/features/playlist/grid-keys.ts";
import { EMPTY_MULTI_SELECTION, EMPTY_SELECTION, type Selection, selectOnly } from "#app/features/playlist/selection.ts";
import { buildPlaylist, entryId } from "#tests/support/builders.ts";

/** A row of the grid, or a control in it. */
class FakeElement {
  readonly role: string;
  constructor(role: string) {
    this.role = role;
  }
  closest(): null {
    return null;
  }
}

const ENTRIES = buildPlaylist(30);
const ACTIVE = 10;

let events: unknown[];
let selection: Selection;

beforeEach(() => {
  [events, selection] = [[], EMPTY_SELECTION];
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal("HTMLElement", FakeElement);
});
afterEach(() => vi.unstubAllGlobals());

type Press = { readonly target?: string; readonly code?: string; readonly isDragging?: boolean } & Partial<
  Record<"shiftKey" | "ctrlKey" | "metaKey" | "altKey", boolean>
>;

/** Presses a key in the eleventh row of a grid that shows ten rows of 40 px. Returns whether the grid has handled it. */
function press(key: string, { target = "row", isDragging = false, code = "", ...modifiers }: Press = {}, entries = ENTRIES) {
  const onKeyDown = createGridKeyHandler({
    // the only part of the box that is read
    scrollBox: { current: { clientHeight: 400 } as HTMLElement },
    ...{ entries, rowPx: 40, activeIndex: ACTIVE, selection },
    onSelect(next) {
      selection = next;
    },
    onAction: (id) => events.push(["play", id]),
    focusRow(index) {
      events.push(["focus", index]);
      return entries[index]?.id ?? null;
    },
    onDragKey: () => isDragging,
  });
  const preventDefault = vi.fn();
  const event = { key, code, target: new FakeElement(target), preventDefault, ...modifiers };
  // the parts of an event that the handler uses
  onKeyDown(event as unknown as KeyboardEvent<HTMLElement>);
  return preventDefault.mock.calls.length > 0;
}

const selected = () => [...selection.ids];
const id = (index: number): EntryId => entryId(index + 1);

describe("the keys of the playlist", () => {
  it.each([
    ["ArrowUp", 9],
    ["ArrowDown", 11],
    ["PageUp", 0],
    ["PageDown", 20],
    ["Home", 0],
    ["End", 29],
  ])("%s moves the focus to the row %d", (key, index) => {
    expect(press(key)).toBe(true);
    expect([events, selected()]).toEqual([[["focus", index]], []]);
  });

  it("with Shift select the rows on the way, from the anchor or from this row", () => {
    press("ArrowDown", { shiftKey: true });
    expect(selected()).toEqual([id(10), id(11)]);
    selection = selectOnly(id(8));
    press("ArrowUp", { shiftKey: true });
    expect(selected()).toEqual([id(8), id(9)]);
  });

  it("play the row, or choose it while several are chosen", () => {
    expect(press("Enter")).toBe(true);
    expect(events).toEqual([["play", id(ACTIVE)]]);
    selection = EMPTY_MULTI_SELECTION;
    press("Enter");
    expect([events.length, selected()]).toEqual([1, [id(ACTIVE)]]);
  });

  it("choose the row, and give the choice up again", () => {
    press(" ");
    expect(selected()).toEqual([id(ACTIVE)]);
    press(" ");
    expect(selected()).toEqual([]);
  });

  it("choose all rows with Ctrl or Cmd, in any keyboard layout", () => {
    for (const modifier of ["ctrlKey", "metaKey"]) {
      selection = EMPTY_SELECTION;
      expect(press("ф", { code: "KeyA", [modifier]: true })).toBe(true);
      expect(selected()).toHaveLength(30);
    }
    selection = EMPTY_SELECTION;
    expect([press("a", { code: "KeyA" }), selected()]).toEqual([false, []]);
  });

  it("give all choices up with Escape, which is left to others without one", () => {
    expect(press("Escape")).toBe(false);
    for (const chosen of [selectOnly(id(3)), EMPTY_MULTI_SELECTION]) {
      selection = chosen;
      expect([press("Escape"), selection]).toEqual([true, EMPTY_SELECTION]);
    }
  });

  it("are left to the control in the row that has the focus", () => {
    for (const key of ["Enter", " "]) expect(press(key, { target: "button" })).toBe(false);
    expect([events, selected()]).toEqual([[], []]);
  });

  it("are left to a drag, and with Alt to the commands that move entries", () => {
    expect(press("ArrowDown", { isDragging: true })).toBe(true);
    expect(press("ArrowDown", { altKey: true })).toBe(false);
    expect([press("x"), press("ArrowDown", {}, [])]).toEqual([false, false]);
    expect(events).toEqual([]);
  });
});
