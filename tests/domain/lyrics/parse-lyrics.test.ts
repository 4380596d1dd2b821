import { describe, expect, it } from "vitest";
import { formatLyrics } from "#app/domain/lyrics/format-lyrics.ts";
import type { Lyrics } from "#app/domain/lyrics/lyrics.ts";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { parseLyrics } from "#app/domain/lyrics/parse-lyrics.ts";
import { fail, ok } from "#app/domain/result.ts";
import { seededRandom } from "#scripts/sound.mjs";

const parse = (text: string): Lyrics => {
  const parsed = parseLyrics(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};
const plain = (...lines: readonly string[]): Lyrics => ({ kind: "plain", lines });
const synced = (...lines: readonly (readonly [number | null, string])[]): Lyrics => ({
  kind: "synced",
  lines: lines.map(([atMs, text]) => ({ atMs, text })),
});

describe("the parser of lyrics", () => {
  it("LY1 reads the times of LRC in hundredths, in thousandths and without a fraction", () => {
    const text = "[00:01.50]One\n[00:02.125]Two\n[0:03]Three\n[01:04:20]Four\n[100:00.5]Five";
    expect(parse(text)).toEqual(synced([1500, "One"], [2125, "Two"], [3000, "Three"], [64_200, "Four"], [6_000_500, "Five"]));
  });

  it("LY1 repeats a line for each of its times, in the order of time", () => {
    expect(parse("[00:01.00][00:05.00] Chorus\n[00:03.00]Verse")).toEqual(
      synced([1000, "Chorus"], [3000, "Verse"], [5000, "Chorus"]),
    );
  });

  it("LY1 an offset moves all times, and none before the start", () => {
    expect(parse("[offset:+500]\n[00:00.20]One\n[00:02.00]Two")).toEqual(synced([0, "One"], [1500, "Two"]));
    expect(parse("[00:02.00]Two\n[offset: -250]")).toEqual(synced([2250, "Two"]));
  });

  it("LY1 drops tags and the times of words, and keeps other words in brackets", () => {
    const text =
      "\ufeff[ar:Вера Ланская]\r\n[ti:Снег]\r\n[00:01.00]<00:01.00> First <00:01.40> line\r\n[00:02.00][Chorus: all]";
    expect(parse(text)).toEqual(synced([1000, "First line"], [2000, "[Chorus: all]"]));
    expect(parse("[Verse 1]\nWords\n[by:editor]")).toEqual(plain("[Verse 1]", "Words"));
  });

  it("LY1 a line without a time stays after the line before it", () => {
    expect(parse("Title\n[00:05.00]Late\nsecond row\n[00:01.00]Early\n\n")).toEqual(
      synced([null, "Title"], [1000, "Early"], [5000, "Late"], [null, "second row"]),
    );
  });

  it("LY1 keeps blank lines between lines, and a time without words", () => {
    expect(parse("\n \nOne\n\nTwo\n")).toEqual(plain("One", "", "Two"));
    expect(parse("[00:01.00]One\n[00:09.00]")).toEqual(synced([1000, "One"], [9000, ""]));
  });

  it("LY1 text without times is plain, in every script, and markup stays text", () => {
    expect(parse("Снег идёт\rСнег")).toEqual(plain("Снег идёт", "Снег"));
    const markup = '<img src=x onerror="alert(1)">';
    expect(parse(markup)).toEqual(plain(markup));
    expect(parse("a\u0000b\u202ec\u200b")).toEqual(plain("a bc"));
    expect(parse(" \n ")).toEqual(plain());
  });

  it("LY2 lyrics over the limits are refused", () => {
    expect(parseLyrics("x".repeat(lyricsLimits.textChars - 1)).ok).toBe(true);
    expect(parseLyrics("x".repeat(lyricsLimits.textChars))).toEqual(fail("lyrics-too-long"));
    expect(parseLyrics(" ".repeat(lyricsLimits.rawChars + 1))).toEqual(fail("lyrics-too-long"));
    expect(parseLyrics("x\n".repeat(lyricsLimits.linesMax)).ok).toBe(true);
    expect(parseLyrics("x\n".repeat(lyricsLimits.linesMax + 1))).toEqual(fail("lyrics-too-many-lines"));
  });

  it("LY2 a hostile file costs time in proportion to its length", () => {
    const corpus = [
      "[00:01.00]".repeat(25_000) + "x".repeat(10_000),
      `${"[00:01.00]".repeat(1900)}${"x".repeat(40_000)}`,
      `${"[00:01.00]".repeat(50)}x\n`.repeat(500),
      "[".repeat(lyricsLimits.rawChars),
      "<00:".repeat(lyricsLimits.rawChars / 4),
      "<00:0".repeat(30_000),
      "[00:00.0".repeat(32_000),
      "[ar:".repeat(lyricsLimits.rawChars / 4),
      `[00:01.00]${" ".repeat(250_000)}x`,
      "\n".repeat(lyricsLimits.rawChars),
      "\u0301".repeat(lyricsLimits.rawChars),
      "[offset:1]\n".repeat(20_000),
    ];
    for (const text of corpus) {
      const startMs = performance.now();
      const parsed = parseLyrics(text);
      expect(performance.now() - startMs, text.slice(0, 20)).toBeLessThan(1000);
      if (parsed.ok) expect(formatLyrics(parsed.value).length).toBeLessThanOrEqual(lyricsLimits.textChars);
    }
  });

  it("LY3 lyrics that are written and parsed again are the same", () => {
    const random = seededRandom(20);
    const pieces = [
      "[00:01.00]",
      "[1:2.345]",
      " ",
      "\n",
      "[Chorus]",
      "word",
      "Снег",
      "[offset:-30]",
      "[ar:x]",
      "<00:02>",
      "]",
      "[",
    ];
    for (let i = 0; i < 500; i++) {
      const text = Array.from({ length: 12 }, () => pieces[Math.floor(random() * pieces.length)]).join("");
      const lyrics = parse(text);
      expect(parseLyrics(formatLyrics(lyrics)), JSON.stringify(text)).toEqual(ok(lyrics));
    }
  });

  it("LY3 times are written in hundredths, or in thousandths if they need them", () => {
    expect(formatLyrics(synced([61_500, "One"], [61_505, "Two"], [null, "three"], [6_000_000, ""]))).toBe(
      "[01:01.50]One\n[01:01.505]Two\nthree\n[100:00.00]",
    );
  });
});
