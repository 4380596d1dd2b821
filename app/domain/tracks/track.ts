import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { trackLimits } from "./track-limits.ts";

/** The tags of a track. A missing text is the empty string. */
export type TrackTags = {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  readonly year: number | null;
};

/** A track as rooms and lists show it. */
export type Track = TrackTags & {
  readonly id: TrackId;
  /** Rounded to microseconds. The next entry starts exactly where this track ends. */
  readonly durationMs: number;
  readonly sizeBytes: number;
  readonly format: AudioFormat;
  /** Null without a cover. A changed cover gets a new id. */
  readonly cover: ObjectId | null;
  /** Dominant hue of the cover, 0–359, which tints the page; null for a gray cover or none. */
  readonly hue: number | null;
  /** Integrated loudness (EBU R 128), to a tenth; null for silence and for a track that was not measured. */
  readonly loudnessLufs: number | null;
  /** Highest true peak, dBTP, to a tenth; null if it was not measured. */
  readonly truePeakDb: number | null;
  readonly uploadedAtMs: number;
  /** When the lyrics were last changed; null without lyrics. */
  readonly lyricsAtMs: number | null;
};

/** Whether two tracks have the same audio. Their tags, and their ids, may differ. */
export function hasSameAudio(a: Track, b: Track): boolean {
  return a.durationMs === b.durationMs && a.sizeBytes === b.sizeBytes && a.format === b.format;
}

/** Whether a track is marked NEW: it was uploaded at most `newTrackMs` ago. */
export function isNewTrack({ uploadedAtMs }: Pick<Track, "uploadedAtMs">, nowMs: number): boolean {
  return nowMs - uploadedAtMs <= trackLimits.newTrackMs;
}

/** Rounds a duration in ms to whole microseconds, 1/20 of a sample, which packed entries transmit without loss. */
export function roundToMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** A tag as it is stored: on one line, cut to the length limit between characters. */
export function normalizeTag(raw: string): string {
  return Array.from(toSingleLine(raw)).slice(0, trackLimits.tagChars).join("").trimEnd();
}

/** A title for a file without one: the file name without its extension, with underscores as spaces; `—` for an empty name. */
export function titleFromFileName(fileName: string): string {
  const base = fileName.replace(/^.*[\\/]/, "").replace(/\.[^.\s]{1,5}$/, "");
  return normalizeTag(base.replace(/_+/g, " ")) || normalizeTag(fileName) || "—";
}

/** Whether the year has four digits. */
export function isValidYear(year: number): boolean {
  return Number.isInteger(year) && year >= 1000 && year <= 9999;
}
