import { KIB, SECOND_MS } from "#app/domain/units.ts";

/** Limits of lyrics. They are stored with their track and deleted with it. */
export const lyricsLimits = {
  /** Maximum length of stored lyrics, characters. */
  textChars: 64 * KIB,
  /** Maximum number of lines, after a line with several times is repeated. */
  linesMax: 2000,
  /** Maximum length of a text before it is parsed, characters: times of single words make a file longer. */
  rawChars: 256 * KIB,
  /** Maximum size of an `.lrc` file, bytes. */
  fileBytes: 512 * KIB,
  /** The step by which the editor moves the time of a line, ms. */
  nudgeMs: 100,
  /** How far the editor goes back in the track at once, ms. */
  backMs: 5 * SECOND_MS,
} as const;
