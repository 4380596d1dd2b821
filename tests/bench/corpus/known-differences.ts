import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { LONG_TITLE } from "./mp3-recipes.ts";
import type { TagTexts } from "./recipe.ts";

/** An intended difference between the app and the reference tools. */
export type KnownDifference = {
  readonly name: string;
  readonly field: "duration" | keyof TagTexts | "cover";
  /** The value that the app shows. */
  readonly actual: string;
  readonly reason: string;
};

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    name: "Two of them.mp3",
    field: "artist",
    actual: "Oda Lind, Nuno Reyes",
    reason: "ID3v2.3 separates artists by a slash, which mutagen leaves as it is",
  },
  {
    name: "Long words.mp3",
    field: "title",
    actual: LONG_TITLE.slice(0, trackLimits.tagChars).trimEnd(),
    reason: "long tags are cut",
  },
  {
    name: "chained.ogg",
    field: "duration",
    actual: "12000",
    reason: "only the first of several chained Ogg streams plays, and the duration is that of the first",
  },
  ...["a hole.m4a", "a hole.ogg", "a hole.flac"].map((name) => ({
    name,
    field: "duration" as const,
    actual: "12000",
    reason:
      "packets carry timestamps, so a hole is silence and does not shorten the track; ffmpeg counts only the remaining samples",
  })),
];
