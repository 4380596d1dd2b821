import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { Track } from "#app/domain/tracks/track.ts";

/**
 * An entry in the tables `entries` and `departed_entries`: its rank, everything else as JSON, and its track as JSON if that has
 * changed since. To change the track within `json` would parse every row.
 */
export type StoredEntry = { rank: string; json: string; track: string | null };

/** The id of the track of a row. */
export const STORED_TRACK_ID = "coalesce(track ->> '$.id', json ->> '$.track.id')";

export function parseEntry({ rank, json, track }: StoredEntry): Entry {
  // only `RoomStorage` and `DepartedEntries` write these columns
  const stored = JSON.parse(json) as Omit<Entry, "rank">;
  const latest = track === null ? stored.track : (JSON.parse(track) as Track);
  // a track that was stored before there were lyrics lacks the time
  return { ...stored, track: { ...latest, lyricsAtMs: latest.lyricsAtMs ?? null }, rank };
}

/** Adds the column of the changed track to a table that was created before it existed. */
export function addTrackColumn(sql: SqlStorage, table: "entries" | "departed_entries"): void {
  const columns = sql.exec<{ name: string }>(`PRAGMA table_info(${table})`).toArray();
  if (!columns.some(({ name }) => name === "track")) sql.exec(`ALTER TABLE ${table} ADD COLUMN track TEXT`);
}

/** The order of the tables. A long playlist is larger than the cache of its database, which would read and write each page many times. */
export function byId(a: Pick<Entry, "id">, b: Pick<Entry, "id">): number {
  return a.id < b.id ? -1 : 1;
}
