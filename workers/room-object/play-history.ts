import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, ObjectId } from "#app/domain/ids.ts";
import { interruptPlay, type Play, type RecordedPlay, resumePlay, updateHistory } from "#app/domain/playback/history.ts";
import type { PlaybackChange } from "#app/domain/playback/play-order.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import type { SessionPlay } from "#app/domain/playback/session-summary.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomState } from "#app/domain/room/room.ts";

export type HistoryPage = {
  readonly plays: readonly Play[];
  /** The `beforeMs` of the next page; null on the last page. */
  readonly nextBeforeMs: number | null;
};

const COLUMNS = `
  place INTEGER PRIMARY KEY, at_ms REAL NOT NULL, entry_id TEXT NOT NULL, played_ms REAL NOT NULL, is_over INTEGER NOT NULL,
  json TEXT NOT NULL
`;
// `place` has no gaps, so that the oldest plays are found by their number. `interrupted_play` has at most one row.
const TABLES = `
  CREATE TABLE IF NOT EXISTS history (${COLUMNS});
  CREATE TABLE IF NOT EXISTS interrupted_play (${COLUMNS});
`;
const LATEST = "SELECT * FROM history ORDER BY place DESC LIMIT 1";

type Row = { place: number; at_ms: number; entry_id: EntryId; played_ms: number; is_over: number; json: string };
type StoredPlay = Omit<Play, "atMs">;
/** Finds an entry of the current playlist. */
type FindEntry = (id: EntryId) => Entry | null;

/** The tracks that a room has played, in the SQLite database of its object. */
export class PlayHistory {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLES);
  }

  /** Records the play that a change of the playback starts. */
  record(change: PlaybackChange, before: Playback, findEntry: FindEntry): void {
    const [row] = this.#sql.exec<Row>(LATEST).toArray();
    const stored = row ? toRecordedPlay(row, findEntry(row.entry_id)) : null;
    const { last, started } = updateHistory(stored, change, { before, serverNowMs: Date.now() });
    const place = row?.place ?? 0;
    if (last) {
      const update = "UPDATE history SET played_ms = ?, is_over = ? WHERE place = ?";
      this.#sql.exec(update, last.playedMs, last.isOver ? 1 : 0, place);
    }
    const entry = started && findEntry(started.entryId);
    if (entry) this.#write(started.isReplacing ? place : place + 1, entry, started.atMs);
  }

  /** Keeps the latest play for an undo of the control that is about to change the playback. */
  interrupt(before: Playback, findEntry: FindEntry): void {
    this.#sql.exec("DELETE FROM interrupted_play");
    const [row] = this.#sql.exec<Row>(LATEST).toArray();
    if (!row) return;
    const { playedMs } = interruptPlay(toRecordedPlay(row, findEntry(row.entry_id)), { before, serverNowMs: Date.now() });
    const copy = "INSERT INTO interrupted_play SELECT place, at_ms, entry_id, ?, is_over, json FROM history WHERE place = ?";
    this.#sql.exec(copy, playedMs, row.place);
  }

  /** Records that an undo of the latest control returns to an earlier playback. */
  resume(playback: Playback, before: Playback, findEntry: FindEntry): void {
    const [latest] = this.#sql.exec<Row>(LATEST).toArray();
    const [interrupted] = this.#sql.exec<Row>("SELECT * FROM interrupted_play").toArray();
    if (!latest || !interrupted) return this.record({ playback, isNewRound: false }, before, findEntry);
    const plays = {
      latest: toRecordedPlay(latest, findEntry(latest.entry_id)),
      interrupted: toRecordedPlay(interrupted, findEntry(interrupted.entry_id)),
    };
    const play = resumePlay(plays, playback, { before, serverNowMs: Date.now() });
    if (!play) return this.record({ playback, isNewRound: false }, before, findEntry);
    this.#sql.exec("DELETE FROM history WHERE place > ?", interrupted.place);
    const copy = "INSERT OR REPLACE INTO history SELECT place, at_ms, entry_id, ?, ?, json FROM interrupted_play";
    this.#sql.exec(copy, play.playedMs, play.isOver ? 1 : 0);
  }

  /** The latest plays before a server time, newest first. */
  list(beforeMs: number): HistoryPage {
    const query = "SELECT * FROM history WHERE at_ms < ? ORDER BY place DESC LIMIT ?";
    const rows = this.#sql.exec<Row>(query, beforeMs, playbackLimits.historyPageSize + 1).toArray();
    const plays = rows.slice(0, playbackLimits.historyPageSize).map((row) => ({ ...parsePlay(row), atMs: row.at_ms }));
    return { plays, nextBeforeMs: rows.length > plays.length ? (plays.at(-1)?.atMs ?? null) : null };
  }

  /** All plays, newest first. Only those that the caller takes are read. */
  *listAll(): Generator<SessionPlay> {
    for (const row of this.#sql.exec<Row>("SELECT * FROM history ORDER BY place DESC")) {
      yield { ...parsePlay(row), atMs: row.at_ms, playedMs: row.played_ms };
    }
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
function toRecordedPlay(row: Row, entry: Entry | null): RecordedPlay {
  const { durationMs } = entry?.track ?? parsePlay(row);
  return { entryId: row.entry_id, atMs: row.at_ms, durationMs, playedMs: row.played_ms, isOver: row.is_over === 1 };
}
