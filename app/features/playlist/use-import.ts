import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { type ListedTrack, readPlaylistFile } from "#app/domain/playlist/playlist-file.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { chunk } from "#app/lib/chunk.ts";
import { mutation, query } from "#app/server-client/functions.ts";
import { readText } from "./save-file.ts";

/** A playlist's file, held against the library. */
export type Import = { readonly found: readonly TrackId[]; readonly missing: readonly ListedTrack[] };

/** Larger ones are no playlists. */
const FILE_BYTES_MAX = 20 * 1024 * 1024;

/** Reads a playlist's file, finds what the library has of it, and adds that in the file's order. */
export function useImport(roomId: RoomId) {
  const [read, setRead] = useState<Import | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function choose(file: File): Promise<void> {
    setBusy(true);
    setError(null);
    const outcome = await lookUp(file);
    setBusy(false);
    if (typeof outcome === "string") setError(outcome);
    else setRead(outcome);
  }

  /** Whether all of it is in the playlist now. */
  async function add(): Promise<boolean> {
    if (!read) return false;
    setBusy(true);
    for (const trackIds of chunk(read.found, playlistLimits.entriesPerCommand)) {
      const added = await mutation("playlist.add", { roomId, trackIds });
      if (added.ok) continue;
      setBusy(false);
      setError(added.error);
      return false;
    }
    setBusy(false);
    return true;
  }

  return { read, error, isBusy, choose, add };
}

async function lookUp(file: File): Promise<Import | ErrorCode> {
  if (file.size > FILE_BYTES_MAX) return "file-too-large";
  const parsed = readPlaylistFile(await readText(file));
  if (!parsed.ok) return parsed.error;
  const found: TrackId[] = [];
  const missing: ListedTrack[] = [];
  for (const tracks of chunk(parsed.value.tracks, playlistLimits.entriesPerCommand)) {
    const sought = tracks.map(({ sha256, title, artist, durationMs }) => ({ sha256, title, artist, durationMs }));
    const matched = await query("playlist.match", { tracks: sought });
    if (!matched.ok) return matched.error;
    for (const [i, track] of tracks.entries()) {
      const trackId = matched.value.trackIds[i];
      if (trackId) found.push(trackId);
      else missing.push(track);
    }
  }
  return { found, missing };
}
