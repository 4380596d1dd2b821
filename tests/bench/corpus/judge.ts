import type { ErrorCode } from "#app/domain/errors.ts";
import type { ListedTrack } from "#app/domain/playlist/playlist-file.ts";
import { KNOWN_DIFFERENCES, type KnownDifference } from "./known-differences.ts";
import type { CorpusFile } from "./make-corpus.ts";
import { type Recipe, TAG_FIELDS, type TagTexts } from "./recipe.ts";
import type { FoundTags } from "./tagger.ts";

/** Farther than this from what the file really holds is wrong. */
export const LENGTH_GOAL_MS = 60;

/** What became of a file that was dropped. */
export type Outcome =
  | { readonly name: "read"; readonly track: ListedTrack; readonly hasCover: boolean }
  | { readonly name: "refused"; readonly code: ErrorCode | "unknown-text" }
  /** Neither, as long as we waited. */
  | { readonly name: "unanswered" };

/** What the file holds, by those who know. */
export type Reference = { readonly lengthMs: number | null; readonly tags: FoundTags };

export type Difference = { readonly what: KnownDifference["what"]; readonly shown: string; readonly expected: string };

export type Verdict = {
  readonly file: CorpusFile;
  readonly outcome: Outcome;
  /** How much longer the product thinks it is; null where one of both has no length. */
  readonly offMs: number | null;
  readonly isLengthRight: boolean;
  readonly differences: readonly Difference[];
  readonly known: readonly KnownDifference[];
};

export function judge(file: CorpusFile, outcome: Outcome, reference: Reference): Verdict {
  const { recipe } = file;
  const lengthMs = recipe.playsMs ?? reference.lengthMs;
  const shownMs = outcome.name === "read" ? outcome.track.durationMs : null;
  const offMs = shownMs === null || lengthMs === null ? null : shownMs - lengthMs;
  const found = outcome.name === "read" ? tagDifferences(recipe, outcome, reference.tags) : [];
  const known = KNOWN_DIFFERENCES.filter(({ name, what, shown }) => {
    const isShown =
      what === "length" ? shown === shownMs?.toFixed(0) : found.some((one) => one.what === what && one.shown === shown);
    return name === recipe.name && isShown;
  });
  const isKnown = (what: Difference["what"]) => known.some((one) => one.what === what);
  return {
    file,
    outcome,
    offMs,
    isLengthRight: isKnown("length") || (offMs !== null && Math.abs(offMs) <= LENGTH_GOAL_MS),
    differences: found.filter(({ what }) => !isKnown(what)),
    known,
  };
}

type ReadOutcome = Extract<Outcome, { name: "read" }>;

function tagDifferences(recipe: Recipe, { track, hasCover }: ReadOutcome, tags: FoundTags): readonly Difference[] {
  const expected = expectedTags(recipe, tags);
  const shown: TagTexts = { ...track, year: String(track.year ?? "") };
  const texts = TAG_FIELDS.map((what) => ({ what, shown: shown[what], expected: expected[what] }));
  const cover = { what: "cover" as const, shown: yesNo(hasCover), expected: yesNo(tags.hasPicture) };
  return [...texts, cover].filter((one) => one.shown !== one.expected && isAsked(recipe, one));
}

/** A broken file is asked only for the tags that are left in it. */
function isAsked({ expected }: Recipe, { expected: text }: Difference): boolean {
  return expected === "read" || text !== "";
}

/** As a person would read what the tagger gives: several artists in a row, of a date the year. */
function expectedTags({ told }: Recipe, tags: FoundTags): TagTexts {
  return {
    title: tags.title[0] ?? "",
    artist: tags.artist.join(", "),
    album: tags.album[0] ?? "",
    genre: tags.genre[0] ?? "",
    year: /^\d{4}/.exec(tags.year[0] ?? "")?.[0] ?? "",
    ...told,
  };
}

export function yesNo(is: boolean): "yes" | "no" {
  return is ? "yes" : "no";
}
