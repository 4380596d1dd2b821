import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { LONG_TITLE } from "./mp3-recipes.ts";
import type { TagTexts } from "./recipe.ts";

/** Where the product differs from the reference knowingly. */
export type KnownDifference = {
  readonly name: string;
  readonly what: "length" | keyof TagTexts | "cover";
  /** What the product shows instead. */
  readonly shown: string;
  readonly why: string;
};

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    name: "Two of them.mp3",
    what: "artist",
    shown: "Oda Lind, Nuno Reyes",
    why: "ID3v2.3 separates artists by a slash, which mutagen leaves as it is",
  },
  {
    name: "Long words.mp3",
    what: "title",
    shown: LONG_TITLE.slice(0, trackLimits.tagChars).trimEnd(),
    why: "long tags are cut",
  },
  {
    name: "chained.ogg",
    what: "length",
    shown: "12000",
    why: "of several Ogg streams one behind the other, the first is played; the list says how long that is",
  },
  ...["a hole.m4a", "a hole.ogg", "a hole.flac"].map((name) => ({
    name,
    what: "length" as const,
    shown: "12000",
    why: "where packets carry their time, a hole is a silence and makes nothing shorter; ffmpeg counts what is left",
  })),
];
