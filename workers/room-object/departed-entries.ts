import { generateNKeysBetween } from "fractional-indexing";
import type { EntryId, TrackId } from "#app/domain/ids.ts";
import type { Entry, RankChange } from "#app/domain/playlist/playlist.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { chunk } from "#app/lib/chunk.ts";
import { addTrackColumn, byId, ENTRIES_PER_STATEMENT, readEntries, STORED_TRACK_ID } from "./stored-entry.ts";

const TABLES = `
  CREATE TABLE IF NOT EXISTS departed_entries (
    entry_id TEXT PRIMARY KEY, track_id TEXT NOT NULL, json TEXT NOT NULL, track TEXT
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS departed_entries_track ON departed_entries (track_id);
  CREATE TABLE IF NOT EXISTS renewed_ranks (former TEXT PRIMARY KEY, rank TEXT NOT NULL) WITHOUT ROWID;
`;

/** A value can have 2 MB, and two ranks have 64 characters each, or a little more. */
export const RANKS_PER_STATEMENT = 5000;

/** Called with the tracks of entries that can no longer return. Other entries of these tracks may. */
export type OnForgotten = (trackIds: readonly TrackId[]) => void;

/** The entries that have left the playlist, as long as the log contains an edit of theirs, and the former ranks of all. */
export class DepartedEntries {
  readonly #sql: SqlStorage;
  readonly #onForgotten: OnForgotten;

  constructor(sql: SqlStorage, onForgotten: OnForgotten) {
    this.#sql = sql;
    this.#onForgotten = onForgotten;
    sql.exec(TABLES);
    addTrackColumn(sql, "departed_entries");
  }

  /** Keeps entries that are about to leave the playlist. */
  keep(ids: readonly EntryId[]): void {
    const copy = `INSERT OR REPLACE INTO departed_entries (entry_id, track_id, json, track)
      SELECT id, ${STORED_TRACK_ID}, json, track FROM entries WHERE id IN (SELECT value FROM json_each(?))`;
    this.#sql.exec(copy, JSON.stringify(ids));
  }

  /** Moves those of the entries that have been in the playlist back to it. Returns the ids of these. */
  putBack(entries: readonly Entry[]): ReadonlySet<EntryId> {
    const copy = `INSERT OR FAIL INTO entries (id, rank, json, track) SELECT d.entry_id, placed.value ->> 1, d.json, d.track
      FROM json_each(?) AS placed CROSS JOIN departed_entries AS d ON d.entry_id = placed.value ->> 0 RETURNING id`;
    const returned = new Set<EntryId>();
    for (const group of chunk(entries.toSorted(byId), RANKS_PER_STATEMENT)) {
      const rows = this.#sql.exec<{ id: EntryId }>(copy, JSON.stringify(group.map(({ id, rank }) => [id, rank]))).toArray();
      for (const { id } of rows) returned.add(id);
    }
    if (returned.size === 0) return returned;
    const remove = "DELETE FROM departed_entries WHERE entry_id IN (SELECT value FROM json_each(?))";
    this.#sql.exec(remove, JSON.stringify([...returned]));
    return returned;
  }

  /** Those of the entries that can return, with the ranks at which they were last. */
  find(ids: readonly EntryId[]): readonly Entry[] {
    const latestRank = `SELECT before FROM log_changes AS c
      WHERE c.entry_id = d.entry_id AND c.after IS NULL ORDER BY place DESC LIMIT 1`;
    const selection = `SELECT json, track, (${latestRank}) AS rank FROM departed_entries AS d
      WHERE entry_id IN (SELECT value FROM json_each(?))`;
    const groups = chunk(ids.toSorted(), ENTRIES_PER_STATEMENT);
    return groups.flatMap((group) => readEntries(this.#sql, selection, JSON.stringify(group)));
  }

  /** The tracks of those of the entries that can return. */
  listTracks(ids: readonly EntryId[]): readonly TrackId[] {
    const query = "SELECT DISTINCT track_id FROM departed_entries WHERE entry_id IN (SELECT value FROM json_each(?))";
    const rows = this.#sql.exec<{ track_id: TrackId }>(query, JSON.stringify(ids)).toArray();
    return rows.map(({ track_id }) => track_id);
  }

  /** Those of the tracks of which no entry can return. */
  withoutReturning(ids: readonly TrackId[]): readonly TrackId[] {
    const query = "SELECT DISTINCT track_id FROM departed_entries WHERE track_id IN (SELECT value FROM json_each(?))";
    const rows = this.#sql.exec<{ track_id: TrackId }>(query, JSON.stringify(ids)).toArray();
    const returning = new Set(rows.map(({ track_id }) => track_id));
    return ids.filter((id) => !returning.has(id));
  }

  deleteTracks(ids: readonly TrackId[]): void {
    this.#sql.exec("DELETE FROM departed_entries WHERE track_id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
  }

  /** Replaces a track, so that an entry returns with the current metadata. */
  replaceTrack(id: TrackId, track: Track): void {
    const update = "UPDATE departed_entries SET track = ?, track_id = ? WHERE track_id = ?";
    this.#sql.exec(update, JSON.stringify(track), track.id, id);
  }

  /** Forgets those of the entries that no edit of the log is about. */
  deleteUnreferenced(ids: readonly EntryId[]): void {
    if (ids.length === 0) return;
    const isReferenced = "EXISTS (SELECT 1 FROM log_changes WHERE log_changes.entry_id = departed_entries.entry_id)";
    const query = `DELETE FROM departed_entries WHERE entry_id IN (SELECT value FROM json_each(?)) AND NOT ${isReferenced}
      RETURNING track_id`;
    const deleted = this.#sql.exec<{ track_id: TrackId }>(query, JSON.stringify(ids)).toArray();
    if (deleted.length > 0) this.#onForgotten(deleted.map(({ track_id }) => track_id));
  }

  /**
   * Follows a renewal of all ranks: the former ranks that the log contains get new ones, in the same order among those of
   * the playlist. To be called before the ranks of the entries change.
   */
  renewRanks(ranks: readonly RankChange[]): void {
    const current = this.#sql.exec<{ id: EntryId; rank: string }>("SELECT id, rank FROM entries ORDER BY rank").toArray();
    const renewed = new Map(ranks.map(({ entryId, rank }) => [entryId, rank]));
    const anchors = current.map(({ id, rank }) => ({ former: rank, rank: renewed.get(id) ?? rank }));
    const insert = "INSERT OR REPLACE INTO renewed_ranks SELECT value ->> 0, value ->> 1 FROM json_each(?)";
    for (const group of chunk(mapRanks(this.#listRanks(), anchors), RANKS_PER_STATEMENT)) {
      this.#sql.exec(insert, JSON.stringify(group.map(({ former, rank }) => [former, rank])));
    }
    for (const column of ["before", "after"]) {
      const lookup = `SELECT rank FROM renewed_ranks WHERE former = ${column}`;
      this.#sql.exec(`UPDATE log_changes SET ${column} = (${lookup}) WHERE ${column} IS NOT NULL`);
    }
    this.#sql.exec("DELETE FROM renewed_ranks");
  }

  /** All ranks of the log, sorted. */
  #listRanks(): readonly string[] {
    const query = `SELECT before AS rank FROM log_changes WHERE before IS NOT NULL
      UNION SELECT after FROM log_changes WHERE after IS NOT NULL ORDER BY rank`;
    return this.#sql
      .exec<{ rank: string }>(query)
      .toArray()
      .map(({ rank }) => rank);
  }
}

type RenewedRank = { readonly former: string; readonly rank: string };

/** New ranks for sorted former ones. `anchors` has those of the playlist, which are fixed; the others go between them. */
export function mapRanks(formers: readonly string[], anchors: readonly RenewedRank[]): readonly RenewedRank[] {
  const fixed = new Map(anchors.map(({ former, rank }) => [former, rank]));
  const mapped: RenewedRank[] = [];
  let next = 0;
  let gap: string[] = [];
  const closeGap = () => {
    const between = generateNKeysBetween(anchors[next - 1]?.rank ?? null, anchors[next]?.rank ?? null, gap.length);
    mapped.push(...gap.map((former, i) => ({ former, rank: between[i] ?? "" })));
    gap = [];
  };
  for (const former of formers) {
    while (next < anchors.length && (anchors[next]?.former ?? "") < former) {
      closeGap();
      next += 1;
    }
    const rank = fixed.get(former);
    if (rank === undefined) gap.push(former);
    else mapped.push({ former, rank });
  }
  closeGap();
  return mapped;
}
