import { compareWords, toMatchWords } from "./match-text.ts";
import { compareTitles, splitTitle, type Version } from "./match-title.ts";
import type { ServiceTrack } from "./service.ts";

/** The properties of a track by which it is found in another service. */
export type MatchTrack = Pick<ServiceTrack, "title" | "artist" | "durationMs" | "isrc">;

/**
 * A candidate with a lower score is not offered. A track of the same title and length by another artist has 60, and one of the
 * same artist and length with another title has 55.
 */
export const PLAUSIBLE_SCORE = 70;

/**
 * How likely the candidate is the wanted recording, 0…100. Equal ISRCs have 100. Otherwise the score is the weighted mean of
 * three similarities, in percent, minus the deductions for differences that make it another recording:
 *
 *     (45 · title + 40 · artists + 15 · length) / (the weights of what both tracks have)
 *     − 25 or 50 for each version that only one of them is − 30 for different numbers in the titles
 *
 * The weights and deductions are our own; they are chosen so that `PLAUSIBLE_SCORE` divides the pairs of the tests.
 */
export function scoreMatch(wanted: MatchTrack, candidate: MatchTrack): number {
  if (wanted.isrc !== null && wanted.isrc === candidate.isrc) return 100;
  const [a, b] = [splitTitle(cut(wanted.title)), splitTitle(cut(candidate.title))];
  const parts = [
    { weight: 45, similarity: compareTitles(a, b) },
    { weight: 40, similarity: compareArtists(cut(wanted.artist), cut(candidate.artist), [a.guests, b.guests]) },
    { weight: 15, similarity: compareDurations(wanted.durationMs, candidate.durationMs) },
  ];
  const sum = { weight: 0, similarity: 0 };
  for (const { weight, similarity } of parts) {
    if (similarity === null) continue;
    sum.weight += weight;
    sum.similarity += weight * similarity;
  }
  const versions = [...a.versions, ...b.versions].filter((version) => !(a.versions.has(version) && b.versions.has(version)));
  const deductions = versions.map((version) => VERSION_DEDUCTIONS[version]).reduce((total, each) => total + each, 0);
  const score = (100 * sum.similarity) / sum.weight - deductions - (a.numbers === b.numbers ? 0 : NUMBERS_DEDUCTION);
  return Math.round(Math.max(0, score));
}

/** The plausible candidates with their scores, best first; candidates of equal scores stay in their order. */
export function rankMatches<T>(
  wanted: MatchTrack,
  candidates: readonly T[],
  getTrack: (candidate: T) => MatchTrack,
): readonly { readonly candidate: T; readonly score: number }[] {
  return candidates
    .map((candidate) => ({ candidate, score: scoreMatch(wanted, getTrack(candidate)) }))
    .filter(({ score }) => score >= PLAUSIBLE_SCORE)
    .sort((a, b) => b.score - a.score);
}

/** A performance by the same artists may be offered if nothing better is found; one without them may not. */
const VERSION_DEDUCTIONS: Record<Version, number> = {
  live: 25,
  acoustic: 25,
  remix: 25,
  speed: 25,
  demo: 25,
  orchestral: 25,
  karaoke: 50,
  instrumental: 50,
  cover: 50,
};
const NUMBERS_DEDUCTION = 30;

/** Bounds the time of a comparison. A longer text differs in its beginning, or does not differ for our purpose. */
const TEXT_CHARS_MAX = 300;
const cut = (text: string) => text.slice(0, TEXT_CHARS_MAX);

/** Services round lengths and cut silence differently. */
const SAME_LENGTH_MS = 2000;
const OTHER_LENGTH_MS = 15_000;

/** 1 up to a difference of 2 s, falling to 0 at 15 s. Null if a length is unknown. */
function compareDurations(aMs: number | null, bMs: number | null): number | null {
  if (aMs === null || bMs === null) return null;
  const similarity = (OTHER_LENGTH_MS - Math.abs(aMs - bMs)) / (OTHER_LENGTH_MS - SAME_LENGTH_MS);
  return Math.min(1, Math.max(0, similarity));
}

/** Null if an artist is unknown. The artists whom a title names count if the other track lists them. */
function compareArtists(a: string, b: string, [guestsA, guestsB]: readonly [string, string]): number | null {
  const [whole, other] = [toMatchWords(a), toMatchWords(b)];
  if (a.trim() === "" || b.trim() === "") return null;
  // names such as "Simon and Garfunkel", and names of signs only
  if (whole.join("") === other.join("")) return whole.length > 0 || a.trim() === b.trim() ? 1 : 0;
  return compareNames(listNames(`${a}, ${guestsA}`), listNames(`${b}, ${guestsB}`));
}

/**
 * The mean similarity of the names of the shorter list, each with its best partner. Names without a partner count a fifth,
 * because services disagree on whom they list.
 */
function compareNames(a: readonly Name[], b: readonly Name[]): number {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  if (fewer.length === 0) return 0;
  const matched = fewer.reduce((sum, name) => sum + Math.max(...more.map((other) => compareWords(name, other))), 0);
  return (0.8 * matched) / fewer.length + (0.2 * matched) / more.length;
}

type Name = readonly string[];

const SEPARATOR = /[,;&]|\s(?:x|×|feat\.?|ft\.?|featuring|vs\.?)\s/iu;

/** The distinct names, without the article or "группа" (band) before them. */
function listNames(artists: string): readonly Name[] {
  const names = artists.split(SEPARATOR).map((name) => toMatchWords(name.replace(/^\s*(?:the|группа)\s+/iu, "")).join(" "));
  return [...new Set(names)].filter((name) => name !== "").map((name) => name.split(" "));
}
