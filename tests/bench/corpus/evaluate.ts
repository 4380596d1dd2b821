import type { ErrorCode } from "#app/domain/errors.ts";
import type { PlaylistFileTrack } from "#app/domain/playlist/playlist-file.ts";
import { KNOWN_DIFFERENCES, type KnownDifference } from "./known-differences.ts";
import type { CorpusFile } from "./make-corpus.ts";
import { type Recipe, TAG_FIELDS, type TagTexts } from "./recipe.ts";
import type { FoundTags } from "./tagger.ts";

/** The maximum deviation of a duration from the reference. */
export const DURATION_GOAL_MS = 60;

/** The result for a file that was dropped onto the app. */
export type Outcome =
  | { readonly name: "read"; readonly track: PlaylistFileTrack; readonly hasCover: boolean }
  | { readonly name: "refused"; readonly code: ErrorCode | "unknown-text" }
  /** Neither accepted nor refused while the bench waited. */
  | { readonly name: "unfinished" };

/** The values that the reference tools find in the file. */
export type Reference = { readonly durationMs: number | null; readonly tags: FoundTags };

export type Difference = { readonly field: KnownDifference["field"]; readonly actual: string; readonly expected: string };

export type Verdict = {
  readonly file: CorpusFile;
  readonly outcome: Outcome;
  /** The app's duration minus the reference. Null if one of them has no duration. */
  readonly errorMs: number | null;
  readonly isDurationCorrect: boolean;
  readonly differences: readonly Difference[];
  readonly known: readonly KnownDifference[];
};

export function evaluate(file: CorpusFile, outcome: Outcome, reference: Reference): Verdict {
  const { recipe } = file;
  const expectedMs = recipe.expectedMs ?? reference.durationMs;
  const actualMs = outcome.name === "read" ? outcome.track.durationMs : null;
  const errorMs = actualMs === null || expectedMs === null ? null : actualMs - expectedMs;
  const found = outcome.name === "read" ? findTagDifferences(recipe, outcome, reference.tags) : [];
  const known = KNOWN_DIFFERENCES.filter(({ name, field, actual }) => {
    const occurs =
      field === "duration"
        ? actual === actualMs?.toFixed(0)
        : found.some((difference) => difference.field === field && difference.actual === actual);
    return name === recipe.name && occurs;
  });
  const isKnown = (field: Difference["field"]) => known.some((difference) => difference.field === field);
  return {
    file,
    outcome,
    errorMs,
    isDurationCorrect: isKnown("duration") || (errorMs !== null && Math.abs(errorMs) <= DURATION_GOAL_MS),
    differences: found.filter(({ field }) => !isKnown(field)),
    known,
  };
}

type ReadOutcome = Extract<Outcome, { name: "read" }>;

function findTagDifferences(recipe: Recipe, { track, hasCover }: ReadOutcome, tags: FoundTags): readonly Difference[] {
  const expected = toExpectedTags(recipe, tags);
  const actual: TagTexts = { ...track, year: String(track.year ?? "") };
  const texts = TAG_FIELDS.map((field) => ({ field, actual: actual[field], expected: expected[field] }));
  const cover = { field: "cover" as const, actual: yesNo(hasCover), expected: yesNo(tags.hasPicture) };
  return [...texts, cover].filter((one) => one.actual !== one.expected && isRequired(recipe, one));
}

/** For a damaged file, only the surviving tags are required. */
function isRequired({ expected }: Recipe, { expected: text }: Difference): boolean {
  return expected === "read" || text !== "";
}

/** The tags as the app should show them: several artists joined by commas, and only the year of a date. */
function toExpectedTags({ expectedTags }: Recipe, tags: FoundTags): TagTexts {
  return {
    title: tags.title[0] ?? "",
    artist: tags.artist.join(", "),
    album: tags.album[0] ?? "",
    genre: tags.genre[0] ?? "",
    year: /^\d{4}/.exec(tags.year[0] ?? "")?.[0] ?? "",
    ...expectedTags,
  };
}

export function yesNo(is: boolean): "yes" | "no" {
  return is ? "yes" : "no";
}
