import { normalize } from "#app/domain/text/normalize.ts";

/**
 * The words of a title or a name, in a form that is equal for different spellings: without case, accents and punctuation, and
 * in Latin letters, since services spell Russian names in either script.
 */
export function toMatchWords(text: string): readonly string[] {
  const latin = normalize(text)
    .replace(APOSTROPHE, "")
    .replaceAll("&", " and ")
    .normalize("NFD")
    .replace(ACCENTED, "$1")
    .normalize("NFC")
    .replace(/[а-яєіїґўøæœłđ]/g, (letter) => LATIN_LETTERS[letter] ?? letter);
  return latin.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/**
 * How similar two texts are, 0…1: the Sørensen–Dice coefficient of their pairs of adjacent letters
 * (https://en.wikipedia.org/wiki/Dice-Sørensen_coefficient), of which everything up to 0.6 counts as 0. Spaces do not count.
 */
export function compareWords(a: readonly string[], b: readonly string[]): number {
  const [first, second] = [a.join(""), b.join("")];
  if (first === second) return 1;
  const pairs = countPairs(first);
  const others = countPairs(second);
  let shared = 0;
  for (const [pair, count] of pairs) shared += Math.min(count, others.get(pair) ?? 0);
  const total = Math.max(1, first.length + second.length - 2);
  return Math.max(0, ((2 * shared) / total - SIMILARITY_MIN) / (1 - SIMILARITY_MIN));
}

/** Different texts of the same language often share half of their pairs. */
const SIMILARITY_MIN = 0.6;

const APOSTROPHE = /['’‘`´ʼ]/g;
/** A letter of a script in which the mark is an accent: elsewhere, as in Thai, marks are letters. `ё` becomes `е`. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{M}+/gu;

/** Letters without accents, as names are mostly written in Latin letters. The last row has no decomposition in Unicode. */
const LATIN_LETTERS: Readonly<Record<string, string>> = {
  ...{
    а: "a",
    б: "b",
    в: "v",
    г: "g",
    д: "d",
    е: "e",
    ж: "zh",
    з: "z",
    и: "i",
    к: "k",
    л: "l",
    м: "m",
    н: "n",
    о: "o",
    п: "p",
  },
  ...{ р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts", ч: "ch", ш: "sh", щ: "shch", ъ: "", ы: "y", ь: "", э: "e" },
  ...{ ю: "yu", я: "ya", є: "ye", і: "i", ґ: "g" },
  ...{ ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d" },
};

function countPairs(text: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < text.length; at += 1) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
