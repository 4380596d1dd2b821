import { describe, expect, it } from "vitest";
import { decodeLyricsFile } from "#app/domain/lyrics/decode-lyrics-file.ts";
import { isLyricsFile } from "#app/domain/lyrics/lyrics-file-name.ts";
import { findNamedTrack, pairLyricsFiles } from "#app/domain/lyrics/match-lyrics-files.ts";
import { findTagLyrics } from "#app/domain/lyrics/tag-lyrics.ts";

const file = (name: string) => ({ name });
const TEXT = "[00:01.00]Ночной трамвай идёт";

describe("lyrics files", () => {
  it("LY7 are decoded from UTF-8, UTF-16 and windows-1251", () => {
    const utf16 = Buffer.from(`\ufeff${TEXT}`, "utf16le");
    const windows1251 = Uint8Array.from(TEXT, (char) => {
      if (char === "ё") return 0xb8;
      return char >= "А" && char <= "я" ? char.charCodeAt(0) - 0x350 : char.charCodeAt(0);
    });
    for (const bytes of [Buffer.from(`\ufeff${TEXT}`), utf16, Buffer.from(utf16).swap16(), windows1251]) {
      expect(decodeLyricsFile(new Uint8Array(bytes))).toBe(TEXT);
    }
  });

  it("LY8 belong to the audio file of the same name, or to the only one", () => {
    const [a, b, otherCase, c] = [file("A.mp3"), file("b.flac"), file("a.LRC"), file("c.lrc")];
    expect([otherCase, a].map(isLyricsFile)).toEqual([true, false]);
    const paired = pairLyricsFiles([a, b], [otherCase, c]);
    expect([...paired.lyricsByAudio]).toEqual([[a, otherCase]]);
    expect(paired.unpaired).toEqual([c]);
    expect([...pairLyricsFiles([b], [c]).lyricsByAudio]).toEqual([[b, c]]);
    expect(pairLyricsFiles([], [c])).toEqual({ lyricsByAudio: new Map(), unpaired: [c] });
  });

  it("LY8 name a track of the playlist by artist and title, or by a title that is unique", () => {
    const tracks = [
      { title: "Снег", artist: "Вера Ланская" },
      { title: "Снег", artist: "Other" },
      { title: "Ночной трамвай", artist: "Вера Ланская" },
    ];
    expect(findNamedTrack(file("вера ланская - снег.lrc"), tracks)).toBe(tracks[0]);
    expect(findNamedTrack(file("03 Ночной_трамвай.lrc"), tracks)).toBe(tracks[2]);
    expect(findNamedTrack(file("Снег.lrc"), tracks)).toBeNull();
    expect(findNamedTrack(file("Лето.lrc"), tracks)).toBeNull();
  });
});

describe("the lyrics in tags", () => {
  it("LY9 are preferred with times", () => {
    const native = {
      "ID3v2.3": [
        { id: "USLT", value: { language: "eng", descriptor: "", text: "One\nTwo" } },
        { id: "SYLT", value: { timeStampFormat: 2, contentType: 1, syncText: [{ text: "One", timestamp: 1500 }] } },
      ],
    };
    expect(findTagLyrics(native)).toEqual({ kind: "synced", lines: [{ atMs: 1500, text: "One" }] });
  });

  it("LY9 syllables form lines that begin with a line feed", () => {
    const syncText = [
      { text: "\nNo", timestamp: 1000 },
      { text: "va", timestamp: 1200 },
      { text: "\nTwo", timestamp: 3000 },
    ];
    expect(findTagLyrics({ id3: [{ id: "SYLT", value: { timeStampFormat: 2, syncText } }] })?.lines).toEqual([
      { atMs: 1000, text: "Nova" },
      { atMs: 3000, text: "Two" },
    ]);
    expect(findTagLyrics({ id3: [{ id: "SYLT", value: { timeStampFormat: 1, syncText } }] })).toBeNull();
  });

  it("LY9 are ignored if they are blank, of another type or too long", () => {
    for (const value of [" \n", 5, null, { text: 7 }, { syncText: [{ text: 1 }], timeStampFormat: 2 }, "x".repeat(300_000)]) {
      expect(findTagLyrics({ vorbis: [{ id: "LYRICS", value }] })).toBeNull();
    }
    expect(findTagLyrics({ vorbis: [{ id: "COMMENT", value: "text" }] })).toBeNull();
    expect(findTagLyrics({ iTunes: [{ id: "©lyr", value: "text" }] })).toEqual({ kind: "plain", lines: ["text"] });
  });
});
