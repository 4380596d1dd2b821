import { describe, expect, it } from "vitest";
import { type MatchTrack, PLAUSIBLE_SCORE, rankMatches, scoreMatch } from "#app/domain/imports/match-track.ts";

/** A track as `Artist — Title`, with its length in seconds if that is known. */
function track(name: string, seconds: number | null = 200, isrc: string | null = null): MatchTrack {
  const [artist = "", title = ""] = name.split(" — ");
  return { artist, title, durationMs: seconds === null ? null : seconds * 1000, isrc };
}

/** The score, which does not depend on the direction. */
function scoreOf(a: MatchTrack, b: MatchTrack): number {
  const score = scoreMatch(a, b);
  expect(scoreMatch(b, a)).toBe(score);
  return score;
}

describe("match of tracks", () => {
  it.each([
    ["Queen — Bohemian Rhapsody", "Queen — Bohemian Rhapsody - Remastered 2011"],
    ["Queen — Bohemian Rhapsody", "Queen — Bohemian Rhapsody (2011 Remaster)"],
    ["Beyoncé — Déjà Vu (feat. Jay-Z)", "Beyonce, JAY-Z — Deja Vu"],
    ["Eminem feat. Dido — Stan", "Eminem, Dido — Stan"],
    ["Eminem — Stan ft. Dido", "Eminem; Dido — Stan"],
    ["Simon & Garfunkel — The Boxer", "Simon and Garfunkel — The Boxer"],
    ["Beatles — Don't Let Me Down", "The Beatles — Don’t Let Me Down"],
    ["AC/DC — T.N.T.", "ACDC — TNT"],
    ["Skrillex x Boys Noize — Fire", "Boys Noize & Skrillex — Fire"],
    ["Ed Sheeran — ÷", "Ed Sheeran — ÷"],
    ["!!! — Slyd", "!!! — Slyd"],
    ["宇多田ヒカル — 光", "宇多田ヒカル — 光"],
    ["Mø — Kamikaze", "MO — KAMIKAZE"],
    ["Кино — Звезда по имени Солнце", "КИНО — Звезда По Имени Солнце"],
    ["Земфира — Ариведерчи", "Zemfira — Ариведерчи"],
    ["Кино — Группа крови", "Kino — Gruppa Krovi"],
    ["Алёна Апина — Ксюша", "Алена Апина — Ксюша"],
    ["Группа Кино — Пачка сигарет", "Кино — Пачка сигарет"],
    ["Мумий Тролль — Владивосток 2000", "Мумий Тролль — Владивосток 2000 (Remastered)"],
    ["Queen & David Bowie — Under Pressure", "Queen — Under Pressure"],
    ["Daft Punk — One More Time", "Daft Punk — One More Time (Radio Edit)"],
    ["Nirvana — Lithium - Live", "Nirvana — Lithium (Live at Reading)"],
    ["Oasis — Live Forever", "Oasis — Live Forever"],
  ])("is certain for other spellings of the same recording: %s / %s", (a, b) => {
    expect(scoreOf(track(a), track(b))).toBeGreaterThanOrEqual(90);
  });

  it.each([
    ["The Rolling Stones — (I Can't Get No) Satisfaction", "The Rolling Stones — Satisfaction"],
    ["Nirvana — Smells Like Teen Spirit", "Nirvana — Smels Like Teen Spirit"],
    ["Нервы — Батареи", "Nervy — Batarei"],
    ["Bon Jovi — You Give Love a Bad Name", "Bon Jovi — You Give Love A Bad Name (From Halloween Party)"],
    ["Океан Ельзи — Обійми", "Okean Elzy — Обійми"],
  ])("is plausible for similar names: %s / %s", (a, b) => {
    expect(scoreOf(track(a), track(b))).toBeGreaterThanOrEqual(PLAUSIBLE_SCORE);
  });

  it.each([
    ["Adele — Hello", "Lionel Richie — Hello"],
    ["Ed Sheeran — ÷", "Ed Sheeran — ="],
    ["Adele — Hello", "Adele — Skyfall"],
    ["Кино — Перемен", "Би-2 — Перемен"],
    ["Кино — Перемен", "Кино — Пачка сигарет"],
    ["The Beatles — Help!", "The Beatles — Hello, Goodbye"],
    ["Pink Floyd — Another Brick in the Wall, Pt. 1", "Pink Floyd — Another Brick in the Wall, Pt. 2"],
    ["Queen — Bohemian Rhapsody", "Karaoke Hits — Bohemian Rhapsody (Karaoke Version)"],
    ["Queen — Bohemian Rhapsody", "Queen — Bohemian Rhapsody (Instrumental)"],
    ["Земфира — Искала", "Земфира — Искала (Караоке)"],
    ["Oasis — Wonderwall", "Ryan Adams — Wonderwall"],
    ["Smashing Pumpkins — 1979", "Taylor Swift — 1989"],
    ["Chicago — 25 or 6 to 4", "Chicago — If You Leave Me Now"],
  ])("is not plausible for other recordings, even of the same length: %s / %s", (a, b) => {
    expect(scoreOf(track(a), track(b))).toBeLessThan(PLAUSIBLE_SCORE);
    expect(scoreOf(track(a, null), track(b, null))).toBeLessThan(PLAUSIBLE_SCORE);
  });

  it.each(["(Live)", "- Live at Wembley", "[Acoustic]", "(Remix)", "- Концертная запись (Live)", "(Demo)", "(Sped Up)"])(
    "is worse for a version that only one side is: %s",
    (version) => {
      const wanted = track("Queen — Bohemian Rhapsody");
      const score = scoreOf(wanted, track(`Queen — Bohemian Rhapsody ${version}`));
      expect(score).toBeLessThanOrEqual(75);
      expect(scoreOf(wanted, track(`Queen — Bohemian Rhapsody ${version}`, 260))).toBeLessThan(PLAUSIBLE_SCORE);
      const same = track(`Queen — Bohemian Rhapsody ${version}`);
      expect(scoreOf(same, same)).toBe(100);
    },
  );

  it("depends on the length up to a difference of 15 seconds", () => {
    const scores = [0, 2, 5, 10, 15, 100].map((more) => scoreOf(track("A — B C"), track("A — B C", 200 + more)));
    expect(scores).toEqual([100, 100, 97, 91, 85, 85]);
  });

  it("ignores what a track does not state", () => {
    expect(scoreOf(track("Queen — Innuendo"), track("Queen — Innuendo", null))).toBe(100);
    expect(scoreOf(track(" — Innuendo"), track("Queen — Innuendo", null))).toBe(100);
    expect(scoreOf(track(" — ", null), track(" — ", null))).toBeLessThanOrEqual(100);
  });

  it("is certain for equal ISRCs, and does not need one", () => {
    const wanted = track("Кино — Кукушка", 400, "GBUM71029604");
    expect(scoreOf(wanted, track("Kino — Cuckoo (Live)", 100, "GBUM71029604"))).toBe(100);
    expect(scoreOf(wanted, track("Кино — Кукушка", 400, "GBUM71029605"))).toBe(100);
    expect(scoreOf(track("A — B"), track("C — D"))).toBeLessThan(PLAUSIBLE_SCORE);
  });

  it("is computed quickly for long texts", () => {
    const startedMs = performance.now();
    for (const part of ["(", "feat. ", " - ", "(feat. ", "a ", "[live] ", ", "]) {
      scoreMatch(track(`A — ${part.repeat(20_000)}`), track(`${part.repeat(20_000)} — B`));
    }
    expect(performance.now() - startedMs).toBeLessThan(1000);
  });
});

describe("ranking of matches", () => {
  it("lists plausible candidates, best first, and equal ones in their order", () => {
    const candidates = [
      "Queen — Bohemian Rhapsody (Live)",
      "Queen — Bohemian Rhapsody",
      "Karaoke Hits — Bohemian Rhapsody (Karaoke)",
      "Queen — Bohemian Rhapsody - Remastered 2011",
      "Queen — Innuendo",
      "Queen, Guest — Bohemian Rhapsody",
    ];
    const ranked = rankMatches(track("Queen — Bohemian Rhapsody"), candidates, (name) => track(name));
    expect(ranked.map(({ candidate }) => candidates.indexOf(candidate))).toEqual([1, 3, 5, 0]);
    expect(ranked[0]?.score).toBe(100);
    expect(rankMatches(track("Queen — Innuendo"), [], () => track(""))).toEqual([]);
  });
});
