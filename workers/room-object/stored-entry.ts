import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { Track } from "#app/domain/tracks/track.ts";

// The tables `entries` and `departed_entries` have everything but the rank of an entry as JSON, and its track as JSON if that has
// changed since: to change the track within `json` would parse every row.

/** How many entries one statement reads or writes: a value can have 2 MB, and an entry has up to 4 kB. */
export const ENTRIES_PER_STATEMENT = 200;

/** The id of the track of a row. */
export const STORED_TRACK_ID = "coalesce(track ->> '$.id', json ->> '$.track.id')";

type JoinedEntries = { ranks: string | null; entries: string; tracks: string };

/**
 * The entries of a selection of at most `ENTRIES_PER_STATEMENT` rows with the columns `rank`, `json` and `track`, in its order; those
 * without a rank are missing. SQLite joins the rows to one, because to convert each of thousands takes several times as long.
 */
export function readEntries(sql: SqlStorage, selection: string, ...values: readonly (string | number)[]): readonly Entry[] {
  const query = `SELECT group_concat(json_quote(rank)) AS ranks, group_concat(json) AS entries,
    group_concat(coalesce(track, 'null')) AS tracks FROM (${selection})`;
  const joined = sql.exec<JoinedEntries>(query, ...values).one();
  if (joined.ranks === null) return [];
  // only `RoomStorage` and `DepartedEntries` write these columns
  const ranks = parseList<string | null>(joined.ranks);
  const entries = parseList<Entry>(joined.entries);
  const tracks = parseList<Track | null>(joined.tracks);
  return entries.flatMap((entry, index) => {
    const rank = ranks[index] ?? null;
    if (rank === null) return [];
    const track = tracks[index] ?? entry.track;
    // a track that was stored before there were lyrics lacks the time
    return Object.assign(entry, { track: Object.assign(track, { lyricsAtMs: track.lyricsAtMs ?? null }), rank });
  });
}

function parseList<T>(joined: string): readonly T[] {
  return JSON.parse(`[${joined}]`) as readonly T[];
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
