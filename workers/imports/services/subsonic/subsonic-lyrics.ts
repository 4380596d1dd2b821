// Lyrics of OpenSubsonic's extension `songLyrics`. Source: https://opensubsonic.netlify.app/docs/responses/structuredlyrics/
import { formatLyrics } from "#app/domain/lyrics/format-lyrics.ts";
import { hasWords, type Lyrics } from "#app/domain/lyrics/lyrics.ts";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import type { SubsonicLyrics } from "./subsonic-schemas.ts";

/** The synced lyrics as LRC, or else the plain ones. Null without words. */
export function toLyricsText(all: readonly SubsonicLyrics[]): string | null {
  const withWords = all.map(toLyrics).filter(hasWords);
  const best = withWords.find(({ kind }) => kind === "synced") ?? withWords[0];
  return best ? formatLyrics(best) : null;
}

function toLyrics({ synced, offset, line }: SubsonicLyrics): Lyrics {
  if (!synced || line.every(({ start }) => start === null)) {
    // some servers send the whole text as one line
    const lines = line.flatMap(({ value }) => value.split(/\r\n?|\n/, lyricsLimits.linesMax));
    return { kind: "plain", lines: lines.slice(0, lyricsLimits.linesMax).map(toLyricsLine) };
  }
  const lines = line.map(({ start, value }) => ({
    atMs: start === null ? null : Math.max(0, start - offset),
    text: toLyricsLine(value),
  }));
  return { kind: "synced", lines };
}

/** A line that is longer than all lyrics may be. */
function toLyricsLine(text: string): string {
  return toSingleLine(text.slice(0, lyricsLimits.textChars));
}
