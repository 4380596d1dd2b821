/** The lyrics of a track. A missing text is lyrics without lines. */
export type Lyrics =
  | { readonly kind: "plain"; readonly lines: readonly string[] }
  /** At least one line has a time. Lines with a time are in the order of time. */
  | { readonly kind: "synced"; readonly lines: readonly LyricsLine[] };

export type LyricsLine = {
  /** The position in the track at which the line begins, ms. Null for a line without a time, which follows the line before it. */
  readonly atMs: number | null;
  readonly text: string;
};

export const NO_LYRICS: Lyrics = { kind: "plain", lines: [] };

/** Whether there is any text. */
export function hasWords(lyrics: Lyrics): boolean {
  return lyrics.kind === "plain" ? lyrics.lines.some(Boolean) : lyrics.lines.some(({ text }) => text !== "");
}

/** The lines with their times; all without one in plain lyrics. */
export function toLines(lyrics: Lyrics): readonly LyricsLine[] {
  return lyrics.kind === "synced" ? lyrics.lines : lyrics.lines.map((text) => ({ atMs: null, text }));
}
