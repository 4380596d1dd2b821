import { describe, expect, it } from "vitest";
import {
  createDraft,
  draftText,
  moveCursor,
  nudgeLine,
  readTypedTimes,
  setDraftText,
  tapLine,
  toStoredText,
  undoTap,
} from "#app/domain/lyrics/lyrics-draft.ts";

const plain = (...lines: readonly string[]) => createDraft({ kind: "plain", lines });
const times = ({ lines }: ReturnType<typeof plain>) => lines.map(({ atMs }) => atMs);

describe("a draft of lyrics", () => {
  it("LY4 a tap sets the time of the next line with words", () => {
    let draft = plain("One", "", "Two");
    for (const atMs of [1000.4, 2500]) draft = tapLine(draft, atMs);
    expect(times(draft)).toEqual([1000, null, 2500]);
    expect(tapLine(draft, 9000)).toEqual(draft);
    expect(toStoredText(draft)).toBe("[00:01.00]One\n\n[00:02.50]Two");
  });

  it("LY4 undoing a tap restores the time of the last line only", () => {
    const once = tapLine(plain("One", "Two"), 1000);
    const again = tapLine(moveCursor(tapLine(once, 2000), 0), 1500);
    expect(times(again)).toEqual([1500, 2000]);
    const undone = undoTap(again);
    expect([times(undone), undone.cursor]).toEqual([[1000, 2000], 0]);
    expect(times(undoTap(undoTap(undone)))).toEqual([null, null]);
    expect(undoTap(plain("One"))).toEqual(plain("One"));
  });

  it("LY4 a line is moved only if it has a time, and not before the start", () => {
    const draft = tapLine(plain("One", "Two"), 50);
    expect(times(nudgeLine(draft, 0, 100))).toEqual([150, null]);
    expect(times(nudgeLine(draft, 0, -100))).toEqual([0, null]);
    expect(nudgeLine(draft, 1, 100)).toEqual(draft);
  });

  it("LY5 a change of the text keeps the times of the other lines and of a line that is corrected", () => {
    const draft = tapLine(tapLine(tapLine(plain("One", "Tow", "Three"), 1000), 2000), 3000);
    expect(setDraftText(draft, draftText(draft)).lines).toEqual(draft.lines);
    expect(times(setDraftText(draft, "One\nTwo\nThree"))).toEqual([1000, 2000, 3000]);
    expect(times(setDraftText(draft, "One\nNew\nTow\nThree"))).toEqual([1000, null, 2000, 3000]);
    expect(times(setDraftText(draft, "One\nThree"))).toEqual([1000, 3000]);
    expect(times(setDraftText(draft, "Intro\n\nTow\nThree\nEnd"))).toEqual([null, null, 2000, 3000, null]);
    expect(setDraftText(draft, "").lines).toEqual([]);
    expect(draftText(setDraftText(draft, "One \n two"))).toBe("One \n two");
  });

  it("LY5 times that are typed as text become the times of their lines", () => {
    const typed = setDraftText(plain(), "[00:05.00]Late\n[00:01.00]Early");
    expect(readTypedTimes(typed).lines).toEqual([
      { atMs: 1000, text: "Early" },
      { atMs: 5000, text: "Late" },
    ]);
  });

  it("LY5 the cursor begins at the first line without a time", () => {
    expect(
      createDraft({
        kind: "synced",
        lines: [
          { atMs: 5, text: "One" },
          { atMs: null, text: "Two" },
        ],
      }).cursor,
    ).toBe(1);
  });
});
