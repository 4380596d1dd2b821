import { normalize } from "./normalize.ts";

/** More words than this in one search are left out. */
const WORDS_MAX = 8;
/** A longer one is found by its beginning. */
const WORD_CHARS = 32;

/** What a search looks at. People type `е` for `ё`. */
export function searchKey(...texts: readonly string[]): string {
  return normalize(texts.join("\n")).replaceAll("ё", "е");
}

/** What a search for tracks looks at: a line each, so that a name can be told from what only contains it. */
export function trackSearchKey(...lines: readonly string[]): string {
  return lines.map((line) => searchKey(line)).join("\n");
}

/** The words of a text that is folded, each once: what lies between them is no part of any. */
export function trackSearchWords(normalize: string): readonly string[] {
  const words = normalize.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(words.map((word) => Array.from(word).slice(0, WORD_CHARS).join("")))];
}

/** What the words of a track must begin with, so that it is found; of a query that has none, nothing is. */
export function parseTrackQuery(query: string): readonly string[] {
  return trackSearchWords(searchKey(query)).slice(0, WORDS_MAX);
}

/** What names are sorted by, letter for letter: accents are left out, and `ё` stands behind `е`. */
export function sortKey(name: string): string {
  return normalize(name)
    .normalize("NFD")
    .replace(/([a-z])\p{M}+/gu, "$1")
    .normalize("NFC")
    .replaceAll("ё", "е\u{10ffff}");
}

/** The words that must all be found, in any order. */
export function searchWords(query: string): readonly string[] {
  return searchKey(query)
    .split(/\s+/u)
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX);
}
