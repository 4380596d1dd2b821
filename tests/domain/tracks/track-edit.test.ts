import { describe, expect, it } from "vitest";
import { fail, ok } from "#app/domain/result.ts";
import { applyTrackChanges, parseTrackChanges } from "#app/domain/tracks/track-edit.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";

const TAGS = { title: "Снег", artist: "Вера Ланская", album: "Депо", genre: "Инди", year: 2025 };
const MOST = trackLimits.tagChars;

describe("track edits", () => {
  it("TE1 a title is required", () => {
    for (const title of ["", "   ", "\n\t", "\u200b"])
      expect(parseTrackChanges({ title })).toEqual(fail("track-title-required"));
  });

  it("TE1 a single character is a valid title if it is a letter or a digit", () => {
    for (const title of ["-", " . ", "♥", "🎧"]) expect(parseTrackChanges({ title })).toEqual(fail("track-title-too-short"));
    for (const title of ["7", "Я", "é", "e\u0301", "夢", "??"]) {
      expect(parseTrackChanges({ title })).toEqual(ok({ title: title.normalize("NFC") }));
    }
  });

  it("TE1 a title has at most 200 characters as people count them", () => {
    expect(parseTrackChanges({ title: "🎧".repeat(MOST) })).toEqual(ok({ title: "🎧".repeat(MOST) }));
    expect(parseTrackChanges({ title: "я".repeat(MOST + 1) })).toEqual(fail("track-title-too-long"));
    expect(parseTrackChanges({ title: ` ${"я".repeat(MOST)} ` })).toEqual(ok({ title: "я".repeat(MOST) }));
  });

  it.each(["artist", "album", "genre"] as const)("TE2 %s may be empty and has at most 200 characters", (name) => {
    expect(parseTrackChanges({ [name]: " " })).toEqual(ok({ [name]: "" }));
    expect(parseTrackChanges({ [name]: "x".repeat(MOST) })).toEqual(ok({ [name]: "x".repeat(MOST) }));
    expect(parseTrackChanges({ [name]: "x".repeat(MOST + 1) })).toEqual(fail("track-text-too-long"));
  });

  it("TE2 a year has four digits or is missing", () => {
    for (const year of [1000, 1998, 9999, null]) expect(parseTrackChanges({ year })).toEqual(ok({ year }));
    for (const year of [0, 999, 10_000, 1998.5, Number.NaN, -1998]) {
      expect(parseTrackChanges({ year })).toEqual(fail("track-year-invalid"));
    }
  });

  it("TE3 a field that a change names is normalized, and no other field is added", () => {
    expect(parseTrackChanges({})).toEqual(ok({}));
    expect(parseTrackChanges({ title: undefined, year: undefined })).toEqual(ok({}));
    expect(parseTrackChanges({ title: " Ночной\n трамвай ", album: "Де\u0000по" })).toEqual(
      ok({ title: "Ночной трамвай", album: "Де по" }),
    );
  });

  it("TE3 a field that a change does not name stays the same", () => {
    expect(applyTrackChanges(TAGS, {})).toEqual(TAGS);
    expect(applyTrackChanges(TAGS, { title: "Лёд", year: null })).toEqual({ ...TAGS, title: "Лёд", year: null });
    expect(applyTrackChanges(TAGS, { artist: "", album: "", genre: "" })).toEqual({
      ...TAGS,
      artist: "",
      album: "",
      genre: "",
    });
  });
});
