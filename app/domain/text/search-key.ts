import { normalize } from "./normalize.ts";

/** Maximum number of words of a search; further words are ignored. */
const WORDS_MAX = 8;
/** Maximum length of a search word, characters; a longer word is cut. */
const WORD_CHARS = 32;

/**
 * The text that a search compares with: normalized, with `ё` as `е`, since many people type it that way. It has one line per
 * text, so that a whole title can be distinguished from a part of one.
 */
export function toSearchKey(...texts: readonly string[]): string {
  return texts.map((text) => normalize(text).replaceAll("ё", "е")).join("\n");
}

/** The distinct words of a search key: runs of letters and digits. */
export function listTrackSearchWords(searchKey: string): readonly string[] {
  const words = searchKey.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(words.map((word) => Array.from(word).slice(0, WORD_CHARS).join("")))];
}

/** The prefixes that words of a track must start with. A query without letters and digits has none and finds nothing. */
export function parseTrackQuery(query: string): readonly string[] {
  return listTrackSearchWords(toSearchKey(query)).slice(0, WORDS_MAX);
}

/** The key that names are sorted by, letter by letter: without accents on Latin letters, and with `ё` after `е`. */
export function toSortKey(name: string): string {
  return normalize(name)
    .normalize("NFD")
    .replace(/([a-z])\p{M}+/gu, "$1")
    .normalize("NFC")
    .replaceAll("ё", "е\u{10ffff}");
}

/** The words of a search, all of which a search key must contain, in any order. */
export function parseSearchQuery(query: string): readonly string[] {
  return toSearchKey(query)
    .split(/\s+/u)
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX);
}
