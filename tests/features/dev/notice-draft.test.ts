import { describe, expect, it } from "vitest";
import { type NoticeDraft, parseDurationMs, toNoticeOptions } from "#app/features/dev/notices/notice-draft.ts";
import { getNoticeDurationMs } from "#app/ui/notice-store.ts";

const draft = (changes: Partial<NoticeDraft> = {}): NoticeDraft => ({
  title: "Saved",
  message: "",
  variant: "default",
  icon: "variant",
  hasCloseButton: true,
  duration: "default",
  seconds: "10",
  actionCount: "0",
  ...changes,
});

describe("the custom duration", () => {
  it("is a number of seconds from 1 to 60, with a decimal point or comma", () => {
    expect(["1", "60", " 2.5 ", "2,5"].map(parseDurationMs)).toEqual([1000, 60_000, 2500, 2500]);
  });

  it("is refused outside of the range, and if it is not a number", () => {
    expect(["0", "0.9", "61", "-5", "", "abc", "1e1", "0x10"].map(parseDurationMs)).toEqual(Array(8).fill(null));
  });

  it("matters only if it is chosen", () => {
    expect(toNoticeOptions(draft({ seconds: "abc" }))).not.toBeNull();
    expect(toNoticeOptions(draft({ seconds: "abc", duration: "custom" }))).toBeNull();
    expect(toNoticeOptions(draft({ seconds: "2", duration: "custom" }))).toMatchObject({ duration: 2000 });
  });
});

describe("the options of a drafted notice", () => {
  it("are trimmed, and need a title", () => {
    expect(toNoticeOptions(draft({ title: " Saved ", message: " all of it " }))).toEqual({
      title: "Saved",
      message: "all of it",
      variant: "default",
    });
    expect(toNoticeOptions(draft({ title: " " }))).toBeNull();
  });

  it("give the duration that the form states", () => {
    const durationMs = (changes: Partial<NoticeDraft>) => {
      const options = toNoticeOptions(draft(changes));
      return options && getNoticeDurationMs(options);
    };
    expect(durationMs({})).toBe(8000);
    expect(durationMs({ hasCloseButton: false })).toBe(8000);
    expect(durationMs({ duration: "custom" })).toBe(10_000);
    expect(durationMs({ duration: "none" })).toBeNull();
  });

  it("always have a close button if the notice has no duration", () => {
    expect(toNoticeOptions(draft({ duration: "none", hasCloseButton: false }))).toMatchObject({ closable: true });
    expect(toNoticeOptions(draft({ hasCloseButton: false }))).toMatchObject({ closable: false });
  });
});
