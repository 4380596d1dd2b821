import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import type { ObjectId, TrackId } from "#app/domain/ids.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { trackLimits } from "./track-limits.ts";

/** What tags say of a track. Missing text is the empty string. */
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
  /** Exact to the microsecond: the next entry starts where this one ends. */
  readonly durationMs: number;
  readonly sizeBytes: number;
  readonly format: AudioFormat;
  /** Named anew when it changes. */
  readonly cover: ObjectId | null;
  /** Dominant hue of the cover, 0–359, which tints the page. */
  readonly hue: number | null;
  /** Integrated loudness (EBU R128), and the highest true peak, dBTP, to a tenth; null: nobody has measured. */
  readonly loudnessLufs: number | null;
  readonly truePeakDb: number | null;
  readonly uploadedAtMs: number;
};

/** Whether one sounds as the other: other texts, or another id for the same bytes, make no difference. */
export function isSameSound(a: Track, b: Track): boolean {
  return a.durationMs === b.durationMs && a.sizeBytes === b.sizeBytes && a.format === b.format;
}

/** A length as it is kept: in whole microseconds, a twentieth of a sample, so that it comes through the wire unchanged. */
export function inMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** A tag as it is stored: on one line, cut to the limit at a whole character. */
export function cleanTag(raw: string): string {
  return Array.from(toSingleLine(raw)).slice(0, trackLimits.tagChars).join("").trimEnd();
}

/** A title for a file that has none: its name without the extension, underscores read as spaces. */
export function titleFromFileName(fileName: string): string {
  const base = fileName.replace(/^.*[\\/]/, "").replace(/\.[^.\s]{1,5}$/, "");
  return cleanTag(base.replace(/_+/g, " ")) || cleanTag(fileName) || "—";
}

export function isPlausibleYear(year: number): boolean {
  return Number.isInteger(year) && year >= 1000 && year <= 9999;
}
