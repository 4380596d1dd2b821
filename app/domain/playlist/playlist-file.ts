import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import type { Result } from "#app/domain/result.ts";
import { readJson } from "./playlist-json.ts";
import { readM3u8 } from "./playlist-m3u8.ts";

/** A track as a playlist's file tells of it. Whether anybody here has its bytes is another question. */
export type ListedTrack = {
  /** Never blank: without a title it is the file's name, without either a dash. */
  readonly title: string;
  /** Missing text is the empty string. */
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  readonly year: number | null;
  /** Exact, with fractions, where one of ours wrote it; else what other players round to seconds. */
  readonly durationMs: number | null;
  /** Of the file's bytes: 64 digits, lower-case hex. */
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  /** In an M3U8 of other players, what the file's name promises. */
  readonly format: AudioFormat | null;
  /** An absolute http(s) address in printable ASCII, where the file named one. */
  readonly link: string | null;
  /** Without folders. */
  readonly fileName: string | null;
};

/** `name` is empty where the file does not say. */
export type PlaylistFile = { readonly name: string; readonly tracks: readonly ListedTrack[] };

export type PlaylistFileError = "not-a-playlist" | "playlist-too-long" | "playlist-file-too-new";

/**
 * Reads what `writeJson`, `writeM3u8` or another player wrote. Nothing in the text is believed: every field comes out
 * clean and within its bounds, or as if it were missing. How long the text may be is for the caller to say.
 */
export function readPlaylistFile(text: string): Result<PlaylistFile, PlaylistFileError> {
  // trimming takes the byte order mark, too
  const trimmed = text.trim();
  return trimmed.startsWith("{") ? readJson(trimmed) : readM3u8(trimmed);
}
