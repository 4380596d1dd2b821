import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";
import { type Lyrics, type LyricsLine, toLines } from "./lyrics.ts";

/** Lyrics as text: LRC if they are synced. Parsing it returns the same lyrics. */
export function formatLyrics(lyrics: Lyrics): string {
  return toLines(lyrics).map(formatLine).join("\n");
}

export function formatLine({ atMs, text }: LyricsLine): string {
  return atMs === null ? text : `[${formatLyricsTime(atMs)}]${text}`;
}

/** `mm:ss.xx`, or with three decimals if they are needed. */
export function formatLyricsTime(atMs: number): string {
  const ms = Math.round(atMs);
  const fraction = String(ms % SECOND_MS).padStart(3, "0");
  const [minutes, seconds] = [Math.floor(ms / MINUTE_MS), Math.floor((ms % MINUTE_MS) / SECOND_MS)];
  return `${toTwoDigits(minutes)}:${toTwoDigits(seconds)}.${fraction.endsWith("0") ? fraction.slice(0, 2) : fraction}`;
}

function toTwoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
