import { describe, expect, it } from "vitest";
import { changesOf, coverOf, draftOf, faultsOf } from "#app/features/track-edit/track-draft.ts";
import { buildEntry } from "#tests/support/builders.ts";

const { track } = buildEntry(1);
const one = { ...track, title: "Salt Stairs", artist: "Oda", album: "Lowlight", genre: "", year: 1999 };
const other = { ...one, title: "Кухня", year: null };

describe("what stands in the fields of one track or many", () => {
  it("shows what all have alike, and nothing where they differ", () => {
    const { draft, mixed } = draftOf([one, other]);
    expect(draft).toEqual({ title: "", artist: "Oda", album: "Lowlight", genre: "", year: "" });
    expect([...mixed]).toEqual(["title", "year"]);
  });

  it("changes only what was touched: a mixed field left empty keeps what each has", () => {
    const start = draftOf([one, other]);
    expect(changesOf(start.draft, start)).toEqual({});
    expect(changesOf({ ...start.draft, genre: "Dub" }, start)).toEqual({ genre: "Dub" });
    expect(changesOf({ ...start.draft, artist: "" }, start)).toEqual({ artist: "" });
  });

  it("reads a year as a number, none as none, and anything else as wrong", () => {
    const start = draftOf([one]);
    expect(changesOf({ ...start.draft, year: " 2004 " }, start)).toEqual({ year: 2004 });
    expect(changesOf({ ...start.draft, year: "" }, start)).toEqual({ year: null });
    expect(faultsOf(changesOf({ ...start.draft, year: "20o4" }, start))).toEqual({ year: "track-year-invalid" });
    expect(faultsOf(changesOf({ ...start.draft, title: " ", album: "x".repeat(201) }, start))).toEqual({
      title: "track-title-required",
      album: "track-text-too-long",
    });
  });

  it("knows the cover that all have, none, or that they differ", () => {
    expect(coverOf([one, other])).toBeNull();
    expect(coverOf([one, { ...other, cover: "aaaaaaaaaaaaaaaa" as typeof track.cover }])).toBeUndefined();
  });
});
