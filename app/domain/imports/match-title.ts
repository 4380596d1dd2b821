import { importLimits } from "./import-limits.ts";
import { compareWords, toMatchWords } from "./match-text.ts";

/** Parts of a title. */
export type MatchTitle = {
  /** Words outside of brackets and before " - ". */
  readonly base: readonly string[];
  /** All words but those of `versions` and `guests`. */
  readonly full: readonly string[];
  readonly versions: ReadonlySet<Version>;
  /** The artists after "feat.", as they are written. Empty without any. */
  readonly guests: string;
  /** The numbers of the full title, such as those of parts. */
  readonly numbers: string;
};

/** How a recording can differ from the one that has the plain title. */
const VERSIONS = ["live", "acoustic", "remix", "speed", "demo", "orchestral", "karaoke", "instrumental", "cover"] as const;
export type Version = (typeof VERSIONS)[number];

/** Divides a title such as "Song (feat. Singer) [Live] - 2011 Remaster". */
export function splitTitle(title: string): MatchTitle {
  const guests: string[] = [];
  const plain = title
    .slice(0, importLimits.textChars)
    .replace(GUESTS, (_, inBrackets: string | undefined, atEnd: string | undefined) => {
      guests.push(inBrackets?.trim() ?? atEnd ?? "");
      return " ";
    });
  const [base = "", ...additions] = splitAdditions(plain);
  const words = toMatchWords(base);
  // a title of signs only, such as "÷"
  const full = words.length > 0 ? [...words] : [title.trim()];
  const versions = new Set<Version>();
  for (const addition of additions) {
    const added = toMatchWords(addition);
    const found = VERSIONS.filter((version) => added.some((word) => VERSION_WORDS[version].has(word)));
    for (const version of found) versions.add(version);
    if (found.length === 0 && !added.some((word) => EDITION.has(word))) full.push(...added);
  }
  const numbers = full.filter((word) => NUMBER.test(word)).sort();
  return { base: words, full, versions, guests: guests.join(", "), numbers: numbers.join(" ") };
}

/** How similar two titles are, 0…1, whatever their versions. An addition that only one of them has counts a tenth. */
export function compareTitles(a: MatchTitle, b: MatchTitle): number {
  if (a.base.length === 0 || b.base.length === 0) return compareWords(a.full, b.full);
  return Math.max(compareWords(a.full, b.full), 0.9 * compareWords(a.base, b.base));
}

const GUESTS =
  /[([]\s*(?:feat|ft|featuring|при участии|при уч)(?:\.|\s)([^)\]]*)[)\]]|\s(?:feat\.|ft\.|feat|ft|featuring)\s+([^()[\]]*)/giu;

/** The text before the first addition, then the additions: those in brackets, and the text after " - ". */
function splitAdditions(title: string): readonly string[] {
  const inBrackets = Array.from(title.matchAll(/[([]([^()[\]]*)[)\]]/g), ([, text = ""]) => text);
  const outside = title.replace(/[([][^()[\]]*[)\]]/g, " ").split(/\s[-–—]\s/);
  const [base = "", ...afterDash] = outside;
  // a title that is in brackets as a whole
  return base.trim() === "" ? [title.replace(/[()[\]]/g, " ")] : [base, ...inBrackets, ...afterDash];
}

const toWordSet = (words: readonly string[]): ReadonlySet<string> => new Set(words.flatMap(toMatchWords));

/** The words of a title's additions that name a version. */
const VERSION_WORDS: Readonly<Record<Version, ReadonlySet<string>>> = {
  live: toWordSet(["live", "unplugged", "концерт", "концертная", "концерта", "живой", "лайв"]),
  acoustic: toWordSet(["acoustic", "акустика", "акустическая"]),
  remix: toWordSet(["remix", "rmx", "mix", "bootleg", "mashup", "dub", "rework", "ремикс", "микс"]),
  speed: toWordSet(["sped", "speed", "slowed", "nightcore", "8d"]),
  demo: toWordSet(["demo", "rehearsal", "демо"]),
  orchestral: toWordSet(["orchestral", "symphonic", "piano"]),
  karaoke: toWordSet(["karaoke", "караоке", "минус", "минусовка", "backing"]),
  instrumental: toWordSet(["instrumental", "инструментал", "инструментальная"]),
  cover: toWordSet(["cover", "tribute", "кавер"]),
};

/** The words of additions that name an edition of the same recording. Its numbers are years. */
const EDITION = toWordSet([
  ...[
    "remaster",
    "remastered",
    "mono",
    "stereo",
    "explicit",
    "clean",
    "deluxe",
    "bonus",
    "album",
    "single",
    "original",
    "radio",
  ],
  ...["edit", "version", "video", "audio", "lyrics", "official", "soundtrack", "ремастер", "версия", "клип", "саундтрек"],
]);

/** "i", "v" and "x" are too often words or letters. */
const NUMBER = /^(\d+|ii|iii|iv|vi|vii|viii|ix)$/;
