import { repairTagText } from "#app/domain/audio-files/tag-text.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { formatLyrics } from "./format-lyrics.ts";
import { hasWords, type Lyrics } from "./lyrics.ts";
import { lyricsLimits } from "./lyrics-limits.ts";
import { parseLyrics } from "./parse-lyrics.ts";

/** The tags of a file by tag format: `native` of music-metadata. */
type NativeTags = Readonly<Record<string, readonly { readonly id: string; readonly value: unknown }[]>>;

/** ID3v2, ID3v2.2, Vorbis comments, MP4 and APEv2. */
const LYRICS_TAGS = ["SYLT", "SYNCEDLYRICS", "USLT", "ULT", "LYRICS", "UNSYNCEDLYRICS", "\xa9LYR"];
/** Further tags are ignored: real files have one for each language. */
const TAGS_MAX = 8;

/** The lyrics in a file's tags: the first ones with times, or else the first ones. Null without, and if they exceed the limits. */
export function findTagLyrics(native: NativeTags): Lyrics | null {
  const tags = Object.values(native).flat();
  const found = tags.filter(({ id }) => LYRICS_TAGS.includes(id.toUpperCase())).slice(0, TAGS_MAX);
  const readable = found.map(({ value }) => readTag(value)).filter((lyrics) => lyrics !== null);
  return readable.find(({ kind }) => kind === "synced") ?? readable[0] ?? null;
}

function readTag(value: unknown): Lyrics | null {
  const text = toText(value);
  if (text.length > lyricsLimits.rawChars) return null;
  const parsed = parseLyrics(repairTagText(text));
  return parsed.ok && hasWords(parsed.value) ? parsed.value : null;
}

/** A tag as text. A reader returns a text, or an object for a frame of ID3v2. */
function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  if ("syncText" in value && Array.isArray(value.syncText)) return toLrc(value);
  return "text" in value && typeof value.text === "string" ? value.text : "";
}

/** The times of a SYLT frame are ms, or numbers of MPEG frames, which are not read. */
const TIMES_IN_MS = 2;

type Syllable = { readonly text: string; readonly timestamp: number };

/** The syllables of a SYLT frame (id3.org, ID3v2.3 §4.10) as lines. A line feed begins a line; without any, each text is a line. */
function toLrc(frame: { readonly syncText?: unknown; readonly timeStampFormat?: unknown }): string {
  const syllables = Array.isArray(frame.syncText) ? frame.syncText.filter(isSyllable) : [];
  if (frame.timeStampFormat !== TIMES_IN_MS) return "";
  const hasLineFeeds = syllables.some(({ text }) => /[\r\n]/.test(text));
  const lines: { readonly atMs: number; text: string }[] = [];
  for (const { text, timestamp } of syllables) {
    const last = lines.at(-1);
    if (last && hasLineFeeds && !/^[\r\n]/.test(text)) last.text += text;
    else lines.push({ atMs: timestamp, text });
  }
  return formatLyrics({
    kind: "synced",
    lines: lines.map(({ atMs, text }) => ({ atMs, text: text.replace(/[\r\n]+/g, " ") })),
  });
}

function isSyllable(value: unknown): value is Syllable {
  if (typeof value !== "object" || value === null) return false;
  if (!("text" in value && "timestamp" in value)) return false;
  const { text, timestamp } = value;
  return typeof text === "string" && typeof timestamp === "number" && timestamp <= trackLimits.trackDurationMsMax;
}
