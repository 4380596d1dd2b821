import { formatLyrics } from "./format-lyrics.ts";
import { type Lyrics, type LyricsLine, toLines } from "./lyrics.ts";
import { parseLyrics } from "./parse-lyrics.ts";

/** Lyrics while they are edited. Lines keep their times while the text changes. */
export type LyricsDraft = {
  /** As they were typed. They are normalized when they are saved. */
  readonly lines: readonly LyricsLine[];
  /** The index of the line whose time the next tap sets. */
  readonly cursor: number;
  /** The taps that can be undone, the latest last. */
  readonly taps: readonly { readonly index: number; readonly formerAtMs: number | null }[];
};

/** A draft whose cursor is at the first line without a time. */
export function createDraft(lyrics: Lyrics): LyricsDraft {
  const lines = toLines(lyrics);
  const untimed = lines.findIndex(({ atMs, text }) => atMs === null && text.trim() !== "");
  return { lines, cursor: Math.max(0, untimed), taps: [] };
}

export function draftText({ lines }: LyricsDraft): string {
  return lines.map(({ text }) => text).join("\n");
}

/** The draft as text to be stored, with the times of its lines. */
export function toStoredText({ lines }: LyricsDraft): string {
  return formatLyrics({ kind: "synced", lines });
}

/** Replaces the text. A line that was only moved or changed in place keeps its time. */
export function setDraftText(draft: LyricsDraft, text: string): LyricsDraft {
  const before = draft.lines;
  const texts = text === "" ? [] : text.split("\n");
  const limit = Math.min(before.length, texts.length);
  let start = 0;
  while (start < limit && before[start]?.text === texts[start]) start += 1;
  let end = 0;
  while (end < limit - start && before.at(-1 - end)?.text === texts.at(-1 - end)) end += 1;
  const former = before.slice(start, before.length - end);
  const changed = texts.slice(start, texts.length - end);
  const lines = [...before.slice(0, start), ...transferTimes(former, changed), ...before.slice(before.length - end)];
  // indexes of earlier taps are no longer valid
  return { lines, cursor: Math.min(draft.cursor, Math.max(0, lines.length - 1)), taps: [] };
}

/** The same number of lines is taken as changed in place. Otherwise a line keeps its time if its text occurs, in order. */
function transferTimes(former: readonly LyricsLine[], texts: readonly string[]): readonly LyricsLine[] {
  if (former.length === texts.length) return texts.map((text, i) => ({ text, atMs: former[i]?.atMs ?? null }));
  const timesByText = new Map<string, (number | null)[]>();
  for (const { text, atMs } of former) timesByText.set(text, [...(timesByText.get(text) ?? []), atMs]);
  return texts.map((text) => ({ text, atMs: timesByText.get(text)?.shift() ?? null }));
}

/** Reads times that were typed or pasted as text, and puts the lines in order. Unchanged if the text exceeds the limits. */
export function readTypedTimes(draft: LyricsDraft): LyricsDraft {
  const parsed = parseLyrics(toStoredText(draft));
  return parsed.ok ? { ...createDraft(parsed.value), taps: [] } : draft;
}

/** Sets the time of the line at the cursor, and moves the cursor to the next line with words. */
export function tapLine(draft: LyricsDraft, atMs: number): LyricsDraft {
  const { cursor: index, lines, taps } = draft;
  const line = lines[index];
  if (!line) return draft;
  const next = lines.findIndex(({ text }, i) => i > index && text.trim() !== "");
  return {
    lines: replaceTime(lines, index, Math.max(0, Math.round(atMs))),
    cursor: next < 0 ? lines.length : next,
    taps: [...taps, { index, formerAtMs: line.atMs }],
  };
}

/** Restores the former time of the line that was tapped last, and returns the cursor to it. */
export function undoTap(draft: LyricsDraft): LyricsDraft {
  const tap = draft.taps.at(-1);
  if (!tap) return draft;
  const { index, formerAtMs } = tap;
  return { lines: replaceTime(draft.lines, index, formerAtMs), cursor: index, taps: draft.taps.slice(0, -1) };
}

/** Moves the time of a line that has one. */
export function nudgeLine(draft: LyricsDraft, index: number, byMs: number): LyricsDraft {
  const atMs = draft.lines[index]?.atMs ?? null;
  return atMs === null ? draft : { ...draft, lines: replaceTime(draft.lines, index, Math.max(0, atMs + byMs)) };
}

export function moveCursor(draft: LyricsDraft, index: number): LyricsDraft {
  return { ...draft, cursor: index };
}

function replaceTime(lines: readonly LyricsLine[], index: number, atMs: number | null): readonly LyricsLine[] {
  return lines.map((line, i) => (i === index ? { ...line, atMs } : line));
}
