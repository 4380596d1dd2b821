import { describe, expect, it } from "vitest";
import { createDraft, getChanges, getCommonCover, validateChanges } from "#app/features/track-edit/track-draft.ts";
import { buildEntry } from "#tests/support/builders.ts";

const { track } = buildEntry(1);
const first = { ...track, title: "Salt Stairs", artist: "Oda", album: "Lowlight", genre: "", year: 1999 };
const second = { ...first, title: "Кухня", year: null };

describe("a track draft", () => {
  it("has the common values of its tracks, and empty fields where they differ", () => {
    const { draft, mixed } = createDraft([first, second]);
    expect(draft).toEqual({ title: "", artist: "Oda", album: "Lowlight", genre: "", year: "" });
    expect([...mixed]).toEqual(["title", "year"]);
  });

  it("changes edited fields only, so that a mixed field left empty changes nothing", () => {
    const initial = createDraft([first, second]);
    expect(getChanges(initial.draft, initial)).toEqual({});
    expect(getChanges({ ...initial.draft, genre: "Dub" }, initial)).toEqual({ genre: "Dub" });
    expect(getChanges({ ...initial.draft, artist: "" }, initial)).toEqual({ artist: "" });
  });

  it("parses a year as a number, an empty year as none, and refuses other text", () => {
    const initial = createDraft([first]);
    expect(getChanges({ ...initial.draft, year: " 2004 " }, initial)).toEqual({ year: 2004 });
    expect(getChanges({ ...initial.draft, year: "" }, initial)).toEqual({ year: null });
    const changes = getChanges({ ...initial.draft, year: "20o4" }, initial);
    expect(validateChanges(changes)).toEqual({ year: "track-year-invalid" });
  });

  it("reports the error of each invalid field", () => {
    const initial = createDraft([first]);
    const changes = getChanges({ ...initial.draft, title: " ", album: "x".repeat(201) }, initial);
    expect(validateChanges(changes)).toEqual({ title: "track-title-required", album: "track-text-too-long" });
  });
});

describe("the common cover of tracks", () => {
  it("is null without a cover, and undefined if the covers differ", () => {
    expect(getCommonCover([first, second])).toBeNull();
    expect(getCommonCover([first, { ...second, cover: "aaaaaaaaaaaaaaaa" as typeof track.cover }])).toBeUndefined();
  });
});
