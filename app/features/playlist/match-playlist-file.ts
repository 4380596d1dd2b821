import type { TrackId } from "#app/domain/ids.ts";
import { type PlaylistFileTrack, parsePlaylistFile } from "#app/domain/playlist/playlist-file.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { chunk } from "#app/lib/chunk.ts";
import { query } from "#app/server-client/functions.ts";

/** The tracks of a playlist file, divided into those that the user's library contains and the others. */
export type MatchedFile = { readonly foundIds: readonly TrackId[]; readonly missing: readonly PlaylistFileTrack[] };

const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Finds the tracks of a playlist file in the user's library. */
export async function matchPlaylistFile(file: File): Promise<Result<MatchedFile>> {
  if (file.size > MAX_FILE_BYTES) return fail("file-too-large");
  const text = await readText(file);
  if (text === null) return fail("file-unreadable");
  const parsed = parsePlaylistFile(text);
  if (!parsed.ok) return parsed;
  const foundIds: TrackId[] = [];
  const missing: PlaylistFileTrack[] = [];
  for (const tracks of chunk(parsed.value.tracks, playlistLimits.entriesPerCommand)) {
    const queries = tracks.map(({ sha256, title, artist, durationMs }) => ({ sha256, title, artist, durationMs }));
    const matched = await query("playlist.match", { tracks: queries });
    if (!matched.ok) return matched;
    for (const [i, track] of tracks.entries()) {
      const trackId = matched.value.trackIds[i];
      if (trackId) foundIds.push(trackId);
      else missing.push(track);
    }
  }
  return ok({ foundIds, missing });
}

/** Decodes UTF-8, or windows-1251 if the bytes are not valid UTF-8, as in old playlist files. Null if the file was moved. */
async function readText(file: File): Promise<string | null> {
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return null;
  const text = new TextDecoder().decode(bytes);
  return text.includes("\ufffd") ? new TextDecoder("windows-1251").decode(bytes) : text;
}
