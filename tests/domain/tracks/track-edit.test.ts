import { describe, expect, it } from "vitest";
import { fail, ok } from "#app/domain/result.ts";
import { changedTags, readChanges } from "#app/domain/tracks/track-edit.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";

const TAGS = { title: "Снег", artist: "Вера Ланская", album: "Депо", genre: "Инди", year: 2025 };
const MOST = trackLimits.tagChars;

describe("changes of a track", () => {
  it("TE1 a title is needed", () => {
    for (const title of ["", "   ", "\n\t", "\u200b"]) expect(readChanges({ title })).toEqual(fail("track-title-required"));
  });

  it("TE1 a single character is a title if it is a letter or a digit", () => {
    for (const title of ["-", " . ", "♥", "🎧"]) expect(readChanges({ title })).toEqual(fail("track-title-too-short"));
    for (const title of ["7", "Я", "é", "e\u0301", "夢", "??"]) {
      expect(readChanges({ title })).toEqual(ok({ title: title.normalize("NFC") }));
    }
  });

  it("TE1 a title has at most 200 characters, as people count them", () => {
    expect(readChanges({ title: "🎧".repeat(MOST) })).toEqual(ok({ title: "🎧".repeat(MOST) }));
    expect(readChanges({ title: "я".repeat(MOST + 1) })).toEqual(fail("track-title-too-long"));
    expect(readChanges({ title: ` ${"я".repeat(MOST)} ` })).toEqual(ok({ title: "я".repeat(MOST) }));
  });

  it.each(["artist", "album", "genre"] as const)("TE2 %s may be empty, and has at most 200 characters", (name) => {
    expect(readChanges({ [name]: " " })).toEqual(ok({ [name]: "" }));
    expect(readChanges({ [name]: "x".repeat(MOST) })).toEqual(ok({ [name]: "x".repeat(MOST) }));
    expect(readChanges({ [name]: "x".repeat(MOST + 1) })).toEqual(fail("track-text-too-long"));
  });

  it("TE2 a year has four digits, or there is none", () => {
    for (const year of [1000, 1998, 9999, null]) expect(readChanges({ year })).toEqual(ok({ year }));
    for (const year of [0, 999, 10_000, 1998.5, Number.NaN, -1998]) {
      expect(readChanges({ year })).toEqual(fail("track-year-invalid"));
    }
  });

  it("TE3 what is named is cleaned, and nothing else is named", () => {
    expect(readChanges({})).toEqual(ok({}));
    expect(readChanges({ title: undefined, year: undefined })).toEqual(ok({}));
    expect(readChanges({ title: " Ночной\n трамвай ", album: "Де\u0000по" })).toEqual(
      ok({ title: "Ночной трамвай", album: "Де по" }),
    );
  });

  it("TE3 what is not named stays as it is", () => {
    expect(changedTags(TAGS, {})).toEqual(TAGS);
    expect(changedTags(TAGS, { title: "Лёд", year: null })).toEqual({ ...TAGS, title: "Лёд", year: null });
    expect(changedTags(TAGS, { artist: "", album: "", genre: "" })).toEqual({ ...TAGS, artist: "", album: "", genre: "" });
  });
});
