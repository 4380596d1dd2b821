import type { Entry } from "#app/domain/playlist/playlist.ts";

/** An entry in the tables `entries` and `departed_entries`: its rank, and everything else as JSON. */
export type StoredEntry = { readonly rank: string; readonly json: string };

export function parseEntry({ rank, json }: StoredEntry): Entry {
  // only `RoomStorage` and `DepartedEntries` write these columns
  const entry = JSON.parse(json) as Omit<Entry, "rank">;
  // a track that was stored before there were lyrics lacks the time
  return { ...entry, track: { ...entry.track, lyricsAtMs: entry.track.lyricsAtMs ?? null }, rank };
}
