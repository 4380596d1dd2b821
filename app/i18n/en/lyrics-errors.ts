/** The errors of lyrics. */
export const lyricsErrors = {
  "lyrics-too-long": "These lyrics are too long",
  "lyrics-too-many-lines": "Lyrics can have up to 2,000 lines",
} as const;
