import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { focusMenuButton, focusRemainingRow } from "#app/features/library/row-focus.ts";
import { trackId } from "#tests/support/builders.ts";

class FakeButton {}

let focused: string | null;

beforeEach(() => {
  focused = null;
  vi.stubGlobal("HTMLButtonElement", FakeButton);
  vi.stubGlobal("document", { activeElement: new FakeButton() });
});
afterEach(() => vi.unstubAllGlobals());

/** A list with a row for each track, whose controls report that they got the focus. */
function createList(...numbers: readonly number[]): HTMLElement {
  const rows = numbers.map((n) => ({
    dataset: { track: trackId(n) },
    querySelector: (selector: string) => ({
      focus() {
        focused = `${selector.includes("checkbox") ? "checkbox" : "menu"} ${n}`;
      },
    }),
  }));
  // the only method that is called
  return { querySelectorAll: () => rows } as unknown as HTMLElement;
}
const ids = (...numbers: readonly number[]) => new Set(numbers.map(trackId));

describe("the focus in a library from which tracks are removed", () => {
  it.each([
    ["the row after them", [2, 3], "checkbox 4"],
    ["the row between them", [1, 3], "checkbox 2"],
    ["the last row before them", [3, 4], "checkbox 2"],
    ["nothing if all are removed", [1, 2, 3, 4], null],
  ] as const)("moves to %s", (_case, removed, row) => {
    focusRemainingRow(createList(1, 2, 3, 4), ids(...removed));
    expect(focused).toBe(row);
  });

  it("stays if it is on no button, and without a list", () => {
    focusRemainingRow(null, ids(1));
    vi.stubGlobal("document", { activeElement: {} });
    focusRemainingRow(createList(1, 2), ids(1));
    expect(focused).toBeNull();
  });
});

it("the focus returns to the menu of a track whose note is closed, if the track is still there", () => {
  focusMenuButton(createList(1, 2), trackId(2));
  expect(focused).toBe("menu 2");
  focused = null;
  focusMenuButton(createList(1), trackId(2));
  focusMenuButton(null, trackId(2));
  expect(focused).toBeNull();
});
