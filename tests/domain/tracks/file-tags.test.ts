import { describe, expect, it } from "vitest";
import { fillFromId3v1, type RawTags, toTrackTags } from "#app/domain/tracks/file-tags.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { misread } from "#tests/domain/audio-files/misread.ts";

describe("track tags from a file", () => {
  const emptyTags = { title: "", artist: "", album: "", genre: "", year: null };
  const deriveName = (fileName: string, raw: RawTags = {}) => {
    const { title, artist } = toTrackTags(raw, fileName);
    return [artist, title];
  };

  it("AF7 are repaired and cleaned", () => {
    const raw = {
      title: misread("Ночной \ttrams", "windows-1251"),
      artist: misread("ДДТ", "windows-1251"),
      album: misread("Депо", "windows-1251"),
      genre: [misread("Рок", "windows-1251"), "Indie"],
      date: "2004-05-01",
    };
    expect(toTrackTags(raw, "x.mp3")).toEqual({
      title: "Ночной trams",
      artist: "ДДТ",
      album: "Депо",
      genre: "Рок",
      year: 2004,
    });
    expect(toTrackTags({ title: "a".repeat(1_000_000) }, "x.mp3").title).toHaveLength(trackLimits.tagChars);
  });

  it("AF7 take the year from the date, else from the year, if it is plausible", () => {
    const readYear = (raw: RawTags) => toTrackTags(raw, "x.mp3").year;
    expect(readYear({ date: "1999-12-31", year: 2020 })).toBe(1999);
    expect(readYear({ date: "31.12.1999" })).toBe(1999);
    expect(readYear({ date: "19991231" })).toBe(1999);
    expect(readYear({ date: "0000", year: 1987 })).toBe(1987);
    expect(readYear({ date: "soon", year: Number.NaN })).toBeNull();
  });

  it("join artists that the reader split", () => {
    const joinArtists = (artist: string | undefined, ...artists: string[]) =>
      toTrackTags({ title: "x", artist, artists }, "").artist;
    expect(joinArtists("AC", "AC", "DC")).toBe("AC/DC");
    expect(joinArtists("Вера", "Вера", "Мира")).toBe("Вера, Мира");
    expect(joinArtists("Вера и Мира", "Вера", "Мира")).toBe("Вера и Мира");
    expect(joinArtists(undefined, "Вера")).toBe("Вера");
  });

  it.each([
    ["Вера Ланская - Ночной трамвай.mp3", "Вера Ланская", "Ночной трамвай"],
    ["Вера Ланская – Ночной трамвай.mp3", "Вера Ланская", "Ночной трамвай"],
    ["лето/01 Вера - Трамвай.flac", "Вера", "Трамвай"],
    ["01. Вера - Трамвай - Remix.flac", "Вера", "Трамвай - Remix"],
    ["07_-_Vera_-_Tram.mp3", "Vera", "Tram"],
    ["Vera - 02 - Tram.mp3", "Vera", "Tram"],
    ["1-03 Трамвай.mp3", "", "Трамвай"],
    ["12. Трамвай.mp3", "", "Трамвай"],
    ["01.Трамвай.mp3", "", "Трамвай"],
    ["99 Luftballons.mp3", "", "99 Luftballons"],
    ["1979.mp3", "", "1979"],
    ["02.02.2020.mp3", "", "02.02.2020"],
    ["50 Cent - In da Club.mp3", "50 Cent", "In da Club"],
    ["311 - Down.mp3", "311", "Down"],
    ["Рок-н-ролл.mp3", "", "Рок-н-ролл"],
    ["1999–2004.mp3", "", "1999–2004"],
    ["01.mp3", "", "01"],
    ["- .mp3", "", "-"],
  ])("AF7 derive the artist and title of %s: «%s», «%s»", (fileName, artist, title) => {
    expect(deriveName(fileName)).toEqual([artist, title]);
  });

  it("AF7 use the file's name only for missing tags", () => {
    expect(deriveName("Вера - Трамвай.mp3", { artist: "ВЕРА" })).toEqual(["ВЕРА", "Трамвай"]);
    expect(deriveName("Вера - Трамвай.mp3", { artist: "Мира" })).toEqual(["Мира", "Вера - Трамвай"]);
    expect(deriveName("01 Трамвай.mp3", { artist: "Мира" })).toEqual(["Мира", "Трамвай"]);
    expect(deriveName("Вера - Трамвай.mp3", { title: "Снег" })).toEqual(["", "Снег"]);
    expect(deriveName(`${misread("Вера - Трамвай", "windows-1251")}.mp3`)).toEqual(["Вера", "Трамвай"]);
    expect(toTrackTags({}, "x.mp3")).toEqual({ ...emptyTags, title: "x" });
  });

  it("ignore a picture in place of text", () => {
    const raw: object = { title: { data: new Uint8Array(3) }, artists: [7, "Вера"], genre: [null], date: 2004, year: "x" };
    expect(toTrackTags(raw, "x.mp3")).toEqual({ ...emptyTags, title: "x", artist: "Вера", year: 2004 });
  });

  it("ignore text whose letters were lost to question marks", () => {
    expect(deriveName("Вера - Трамвай.mp3", { title: "?????? ???????", artist: "????" })).toEqual(["Вера", "Трамвай"]);
    expect(deriveName("a.mp3", { title: "\ufffd\ufffd\ufffd 2" })).toEqual(["", "a"]);
    for (const title of ["?", "Why???", "??"]) expect(deriveName("a.mp3", { title })).toEqual(["", title]);
  });

  it("take only missing and lost texts from ID3v1", () => {
    const native = {
      ID3v1: [
        { id: "title", value: misread("Снег", "windows-1251") },
        { id: "artist", value: "Old" },
        { id: "album", value: misread("Депо", "windows-1251") },
        { id: "track", value: 3 },
      ],
    };
    const raw = { title: "????", artist: "New", album: "  ", genre: ["Rock"], year: 1996 };
    const filled = { title: "Снег", artist: "New", album: "Депо", genre: "Rock", year: 1996 };
    expect(toTrackTags(fillFromId3v1(raw, native), "x.mp3")).toEqual(filled);
    expect(toTrackTags(fillFromId3v1(raw, {}), "x.mp3")).toEqual({ ...filled, title: "x", album: "" });
  });
});
