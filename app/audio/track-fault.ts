import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import { FetchRefusedError } from "./fetch-with-retry.ts";

/** Why a track cannot be played on this device. */
export type TrackFault =
  | { readonly reason: "refused" }
  | { readonly reason: "undecodable"; readonly formatName: string | null };

/** A track cannot be decoded. `formatName` is the name of its format as users know it. */
export class UndecodableTrackError extends Error {
  override readonly name = "UndecodableTrackError";
  readonly formatName: string;

  constructor(formatName: string, cause: unknown) {
    super(`cannot decode ${formatName}`, { cause });
    this.formatName = formatName;
  }
}

export function toTrackFault(error: unknown): TrackFault {
  if (error instanceof FetchRefusedError) return { reason: "refused" };
  return { reason: "undecodable", formatName: error instanceof UndecodableTrackError ? error.formatName : null };
}

const FORMAT_NAMES: Record<AudioFormat, string> = {
  mp3: "MP3",
  wav: "WAV",
  flac: "FLAC",
  aac: "AAC",
  m4a: "M4A (AAC)",
  ogg: "Ogg",
};
const OGG_NAMES: Record<string, string> = { opus: "Ogg Opus", vorbis: "Ogg Vorbis" };

/** @param codec as in `AudioDecoderConfig`; null if it is unknown */
export function nameFormat(format: AudioFormat, codec: string | null): string {
  return (format === "ogg" && codec !== null && OGG_NAMES[codec]) || FORMAT_NAMES[format];
}
