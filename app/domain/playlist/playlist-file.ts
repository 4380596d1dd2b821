import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import type { Result } from "#app/domain/result.ts";
import { parseJsonPlaylist } from "./playlist-json.ts";
import { parseM3u8Playlist } from "./playlist-m3u8.ts";

/** A track as a playlist file describes it. The server may or may not have its bytes. */
export type PlaylistFileTrack = {
  /** Never blank. A track without a title is named after its file, or `—` without a file name. */
  readonly title: string;
  /** Empty if unknown, as are album and genre. */
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  readonly year: number | null;
  /** Exact, with fractions, in a file of this product; other players round to seconds. */
  readonly durationMs: number | null;
  /** The hash of the audio file's bytes: 64 hex digits in lower case. */
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  /** Guessed from the file name in an M3U8 file of another player. */
  readonly format: AudioFormat | null;
  /** An absolute http(s) URL in printable ASCII. */
  readonly link: string | null;
  /** Without folders. */
  readonly fileName: string | null;
};

/** `name` is empty if the file does not state it. */
export type PlaylistFile = { readonly name: string; readonly tracks: readonly PlaylistFileTrack[] };

export type PlaylistFileError = "not-a-playlist" | "playlist-too-long" | "playlist-file-too-new";

/**
 * Parses a playlist file, in JSON or M3U8, of this product or another player. The text is untrusted: an invalid field
 * becomes empty or null, and every value is normalized and within its limits. The caller limits the length of the text.
 */
export function parsePlaylistFile(text: string): Result<PlaylistFile, PlaylistFileError> {
  // trim() also removes a byte order mark
  const trimmed = text.trim();
  return trimmed.startsWith("{") ? parseJsonPlaylist(trimmed) : parseM3u8Playlist(trimmed);
}
