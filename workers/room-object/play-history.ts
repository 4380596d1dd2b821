import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, ObjectId } from "#app/domain/ids.ts";
import { type LastPlay, type Play, updateHistory } from "#app/domain/playback/history.ts";
import type { PlaybackChange } from "#app/domain/playback/play-order.ts";
import type { Playback, Playing } from "#app/domain/playback/playback.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomState } from "#app/domain/room/room.ts";

export type HistoryPage = {
  readonly plays: readonly Play[];
  /** The `beforeMs` of the next page; null on the last page. */
  readonly nextBeforeMs: number | null;
};

// `place` has no gaps, so that the oldest plays are found by their number
const TABLE = `
  CREATE TABLE IF NOT EXISTS history (
    place INTEGER PRIMARY KEY, at_ms REAL NOT NULL, entry_id TEXT NOT NULL, played_ms REAL NOT NULL, is_over INTEGER NOT NULL,
    json TEXT NOT NULL
  );
`;

type Row = { place: number; at_ms: number; entry_id: EntryId; played_ms: number; is_over: number; json: string };
type StoredPlay = Omit<Play, "atMs">;

/** The tracks that a room has played, in the SQLite database of its object. */
export class PlayHistory {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLE);
  }

  /** Records the play that a change of the playback starts. `findEntry` finds an entry of the current playlist. */
  record(change: PlaybackChange, before: Playback, findEntry: (id: EntryId) => Entry | null): void {
    const [row] = this.#sql.exec<Row>("SELECT * FROM history ORDER BY place DESC LIMIT 1").toArray();
    const stored = row ? toLastPlay(row, findEntry(row.entry_id)) : null;
    const { last, started } = updateHistory(stored, change, { before, serverNowMs: Date.now() });
    const place = row?.place ?? 0;
    if (last) {
      const update = "UPDATE history SET played_ms = ?, is_over = ? WHERE place = ?";
      this.#sql.exec(update, last.playedMs, last.isOver ? 1 : 0, place);
    }
    const entry = started && findEntry(started.entryId);
    if (entry) this.#write(started.isReplacing ? place : place + 1, entry, started.atMs);
  }

  /**
   * Records that the playback returns to an earlier one. If the play that has begun since is too short to stay in the
   * history, the play before it continues.
   */
  resume(playback: Playback, before: Playback, findEntry: (id: EntryId) => Entry | null): void {
    const [latest, previous] = this.#sql.exec<Row>("SELECT * FROM history ORDER BY place DESC LIMIT 2").toArray();
    if (latest && previous && playback.status !== "idle" && previous.entry_id === playback.entryId) {
      const last = toLastPlay(latest, findEntry(latest.entry_id));
      const serverNowMs = Date.now();
      // a paused entry continues later
      const resumed: Playing = { ...playback, status: "playing", anchorMs: serverNowMs };
      const { started } = updateHistory(last, { playback: resumed, isNewRound: false }, { before, serverNowMs });
      if (started?.isReplacing) {
        this.#sql.exec("DELETE FROM history WHERE place = ?", latest.place);
        this.#sql.exec("UPDATE history SET is_over = 0 WHERE place = ?", previous.place);
        return;
      }
    }
    this.record({ playback, isNewRound: false }, before, findEntry);
  }

  /** The latest plays before a server time, newest first. */
  list(beforeMs: number): HistoryPage {
    const query = "SELECT * FROM history WHERE at_ms < ? ORDER BY place DESC LIMIT ?";
    const rows = this.#sql.exec<Row>(query, beforeMs, playbackLimits.historyPageSize + 1).toArray();
    const plays = rows.slice(0, playbackLimits.historyPageSize).map((row) => ({ ...parsePlay(row), atMs: row.at_ms }));
    return { plays, nextBeforeMs: rows.length > plays.length ? (plays.at(-1)?.atMs ?? null) : null };
  }

  #write(place: number, { addedBy, id, track }: Entry, atMs: number): void {
    const { title, artist, durationMs } = track;
    const json = JSON.stringify({ trackId: track.id, title, artist, durationMs, addedBy } satisfies StoredPlay);
    const columns = "(place, at_ms, entry_id, played_ms, is_over, json) VALUES (?, ?, ?, 0, 0, ?)";
    this.#sql.exec(`INSERT OR REPLACE INTO history ${columns}`, place, atMs, id, json);
    this.#sql.exec("DELETE FROM history WHERE place <= ?", place - playbackLimits.historyEntries);
  }
}

/** A play with what the history shows beside it. */
export type PlayView = Omit<Play, "addedBy"> & {
  /** Null if the person's account no longer exists. */
  readonly addedBy: Person | null;
  /** Whether the playlist contains the track now. */
  readonly isInPlaylist: boolean;
  /** The track's current cover; null if the playlist no longer contains the track. */
  readonly cover: ObjectId | null;
};

export function toPlayViews(plays: readonly Play[], { playlist, people }: RoomState): readonly PlayView[] {
  const covers = new Map(playlist.map(({ track }) => [track.id, track.cover]));
  return plays.map((play) => ({
    ...play,
    addedBy: people[play.addedBy] ?? null,
    isInPlaylist: covers.has(play.trackId),
    cover: covers.get(play.trackId) ?? null,
  }));
}

function parsePlay({ json }: Row): StoredPlay {
  // only `#write` above writes this column
  return JSON.parse(json) as StoredPlay;
}

/** The length of the track may have been corrected since the play began. */
function toLastPlay(row: Row, entry: Entry | null): LastPlay {
  const { durationMs } = entry?.track ?? parsePlay(row);
  return { entryId: row.entry_id, durationMs, playedMs: row.played_ms, isOver: row.is_over === 1 };
}
