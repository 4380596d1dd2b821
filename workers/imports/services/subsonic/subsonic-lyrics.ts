// Lyrics of OpenSubsonic's extension `songLyrics`. Source: https://opensubsonic.netlify.app/docs/responses/structuredlyrics/
import { formatLyrics } from "#app/domain/lyrics/format-lyrics.ts";
import { hasWords, type Lyrics } from "#app/domain/lyrics/lyrics.ts";
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
    return { kind: "plain", lines: line.flatMap(({ value }) => value.split(/\r\n?|\n/).map(toSingleLine)) };
  }
  const lines = line.map(({ start, value }) => ({
    atMs: start === null ? null : Math.max(0, start - offset),
    text: toSingleLine(value),
  }));
  return { kind: "synced", lines };
}
