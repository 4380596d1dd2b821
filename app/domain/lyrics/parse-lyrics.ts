import { fail, ok, type Result } from "#app/domain/result.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";
import { formatLine } from "./format-lyrics.ts";
import type { Lyrics, LyricsLine } from "./lyrics.ts";
import { lyricsLimits } from "./lyrics-limits.ts";

/**
 * Parses plain text or LRC: `[mm:ss.xx]` before a line, also several times. `[offset:…]` moves all times, other tags and the times
 * of single words are dropped. Takes time in proportion to the text, and refuses lyrics that exceed the limits.
 */
export function parseLyrics(raw: string): Result<Lyrics> {
  if (raw.length > lyricsLimits.rawChars) return fail("lyrics-too-long");
  const texts = raw.trim().split(/\r\n?|\n/);
  if (texts.length > ROWS_MAX) return fail("lyrics-too-many-lines");
  const rows = texts.flatMap(readRow);
  const offsetMs = rows.find((row) => row.kind === "offset")?.ms ?? 0;
  const lineRows = trimRows(rows.filter((row) => row.kind === "line"));
  const isSynced = lineRows.some(({ timesMs }) => timesMs.length > 0);
  const grouped = groupLines(lineRows, offsetMs);
  if (!grouped.ok) return grouped;
  const lines = grouped.value.sort((a, b) => a.startMs - b.startMs).flatMap((group) => group.lines);
  return ok(isSynced ? { kind: "synced", lines } : { kind: "plain", lines: lines.map(({ text }) => text) });
}

/** Lines and tags. Tags do not count as lines. */
const ROWS_MAX = 2 * lyricsLimits.linesMax;

type LineRow = { readonly kind: "line"; readonly timesMs: readonly number[]; readonly text: string };
type Row = LineRow | { readonly kind: "offset"; readonly ms: number };

/** Tags of LRC files. Other words in brackets, such as `[Chorus: all]`, are a part of the lyrics. */
const TAG = /^\[(?:al|ar|au|by|id|la|length|lr|re|ti|tool|ve):.*\]$/i;
const OFFSET = /^\[offset: ?([+-]?\d{1,7}) ?\]$/i;
/** The time of a word in an enhanced LRC file. */
const WORD_TIME = /<\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?>/g;
const TIME = / ?\[(\d{1,4}):(\d{1,2})(?:[.:](\d{1,3}))?\]/y;

/** A row of the text, or none for a tag. */
function readRow(raw: string): readonly Row[] {
  const row = toSingleLine(raw.replace(WORD_TIME, ""));
  const [, offset] = OFFSET.exec(row) ?? [];
  if (offset !== undefined) return [{ kind: "offset", ms: Number(offset) }];
  if (TAG.test(row)) return [];
  const timesMs: number[] = [];
  let textStart = 0;
  TIME.lastIndex = 0;
  for (let found = TIME.exec(row); found; found = TIME.exec(row)) {
    textStart = TIME.lastIndex;
    timesMs.push(toMs(found));
  }
  return [{ kind: "line", timesMs, text: row.slice(textStart).trim() }];
}

function toMs([, minutes = "", seconds = "", fraction = ""]: RegExpExecArray): number {
  return Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS + Number(fraction.padEnd(3, "0"));
}

/** Without the blank rows at the start and at the end. */
function trimRows(rows: readonly LineRow[]): readonly LineRow[] {
  const hasContent = ({ text, timesMs }: LineRow) => text !== "" || timesMs.length > 0;
  const start = rows.findIndex(hasContent);
  return start < 0 ? [] : rows.slice(start, rows.findLastIndex(hasContent) + 1);
}

/** Lines that stay together: one with a time, and those without that follow it. */
type Group = { readonly startMs: number; readonly lines: LyricsLine[] };

/** Repeats each line for each of its times. Stops at the limits: a hostile file has thousands of times before a long line. */
function groupLines(rows: readonly LineRow[], offsetMs: number): Result<Group[]> {
  const groups: Group[] = [{ startMs: Number.NEGATIVE_INFINITY, lines: [] }];
  let [lines, chars] = [0, 0];
  for (const row of rows) {
    for (const timeMs of row.timesMs.length > 0 ? row.timesMs : [null]) {
      // a positive offset makes lines appear earlier
      const atMs = timeMs === null ? null : clamp(timeMs - offsetMs);
      const line = { atMs, text: row.text };
      lines += 1;
      chars += formatLine(line).length + 1;
      if (lines > lyricsLimits.linesMax) return fail("lyrics-too-many-lines");
      if (chars > lyricsLimits.textChars) return fail("lyrics-too-long");
      if (atMs === null) groups.at(-1)?.lines.push(line);
      else groups.push({ startMs: atMs, lines: [line] });
    }
  }
  return ok(groups);
}

function clamp(ms: number): number {
  return Math.max(0, Math.min(trackLimits.trackDurationMsMax, ms));
}
