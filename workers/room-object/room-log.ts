import type { EditId, EntryId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { AnyCommand } from "#app/domain/room/decide.ts";
import type {
  Editor,
  EntryChange,
  LoggedEdit,
  LogRow,
  LogSubject,
  OrderChange,
  Placement,
  RecordedEdit,
} from "#app/domain/room-log/room-log.ts";
import { roomLogLimits } from "#app/domain/room-log/room-log-limits.ts";
import { chunk } from "#app/lib/chunk.ts";
import { DepartedEntries, type OnForgotten, RANKS_PER_STATEMENT } from "./departed-entries.ts";
import { joinOlderEdits } from "./join-edits.ts";

// `change_count` is the number of the row's changes. `log_people` has all columns that the limits count.
const TABLES = `
  CREATE TABLE IF NOT EXISTS log (
    place INTEGER PRIMARY KEY AUTOINCREMENT, edit_id TEXT UNIQUE, at_ms INTEGER NOT NULL, user_id TEXT, is_guest INTEGER NOT NULL,
    target_id TEXT, kind TEXT NOT NULL, change_count INTEGER NOT NULL, subject TEXT NOT NULL, play_order TEXT
  );
  CREATE INDEX IF NOT EXISTS log_people ON log (user_id, is_guest, place, change_count);
  CREATE TABLE IF NOT EXISTS log_changes (
    entry_id TEXT NOT NULL, place INTEGER NOT NULL, before TEXT, after TEXT, PRIMARY KEY (entry_id, place)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS log_changes_place ON log_changes (place);
`;
const COLUMNS = "place, edit_id, at_ms, user_id, is_guest, target_id, kind, subject, play_order";

/** Bounds the work of one edit. The next edit forgets more. */
const ROWS_PER_TRIM = 1000;

type Row = {
  place: number;
  edit_id: EditId | null;
  at_ms: number;
  user_id: UserId | null;
  is_guest: number;
  target_id: UserId | null;
  kind: LogSubject["kind"];
  subject: string;
  play_order: string | null;
};

/** An entry with its former and its later rank. */
type PackedRow = readonly [entryId: EntryId, before: string | null, after?: string | null];

/** A new row of the log. */
export type NewLogRow = Editor & {
  readonly editId: EditId | null;
  readonly edit: RecordedEdit;
  readonly targetId?: UserId | undefined;
};

export type LogPage = {
  readonly rows: readonly LogRow[];
  /** The `beforePlace` of the next page; null on the last page. */
  readonly nextBeforePlace: number | null;
};

/** The edits of a room, in the SQLite database of its object. */
export class RoomLog {
  /** The entries that have left the playlist and can return. */
  readonly departed: DepartedEntries;
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage, onForgotten: OnForgotten = () => undefined) {
    this.#sql = sql;
    sql.exec(TABLES);
    this.departed = new DepartedEntries(sql, onForgotten);
  }

  append({ userId, isGuest, editId, edit, targetId }: NewLogRow, nowMs: number): void {
    const { subject, changes, order } = edit;
    const insert = `INSERT INTO log (edit_id, at_ms, user_id, is_guest, target_id, kind, change_count, subject, play_order)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING place`;
    const author = [userId, isGuest ? 1 : 0, targetId ?? null] as const;
    const play = order.length > 0 ? JSON.stringify(order) : null;
    const content = [subject.kind, changes.length, JSON.stringify(subject), play] as const;
    const { place } = this.#sql.exec<{ place: number }>(insert, editId, nowMs, ...author, ...content).one();
    const insertChanges = `INSERT OR FAIL INTO log_changes
      SELECT value ->> 0, ?1, value ->> 1, value ->> 2 FROM json_each(?2) ORDER BY 1`;
    for (const group of chunk(changes, RANKS_PER_STATEMENT)) {
      const rows = group.map(({ entryId, before, after }) => [entryId, before, after]);
      this.#sql.exec(insertChanges, place, JSON.stringify(rows));
    }
    joinOlderEdits({ sql: this.#sql, departed: this.departed }, { userId, isGuest });
    this.trim(nowMs);
  }

  /** Forgets the oldest edits beyond the limits. */
  trim(nowMs: number): void {
    const first = this.#firstPlaceToKeep(nowMs);
    this.#sql.exec("DELETE FROM log WHERE place < ?", first);
    const deleted = this.#sql.exec<{ entry_id: EntryId }>("DELETE FROM log_changes WHERE place < ? RETURNING entry_id", first);
    this.departed.deleteUnreferenced(deleted.toArray().map(({ entry_id }) => entry_id));
  }

  #firstPlaceToKeep(nowMs: number): number {
    const young = "SELECT place FROM log WHERE at_ms >= ? ORDER BY place LIMIT 1";
    const [kept] = this.#sql.exec<{ place: number }>(young, nowMs - roomLogLimits.keptMs).toArray();
    if (!kept) return Number.MAX_SAFE_INTEGER;
    const sizes = "SELECT count(*) AS row_count, coalesce(sum(change_count), 0) AS change_count FROM log";
    const { row_count, change_count } = this.#sql.exec<{ row_count: number; change_count: number }>(sizes).one();
    let first = kept.place;
    const excess = { rows: row_count - roomLogLimits.rows, changes: change_count - roomLogLimits.changes };
    if (excess.rows <= 0 && excess.changes <= 0) return first;
    const query = "SELECT place, change_count FROM log ORDER BY place LIMIT ?";
    const oldest = this.#sql.exec<{ place: number; change_count: number }>(query, ROWS_PER_TRIM).toArray();
    for (const row of oldest) {
      if (excess.rows <= 0 && excess.changes <= 0) break;
      first = Math.max(first, row.place + 1);
      excess.rows -= 1;
      excess.changes -= row.change_count;
    }
    return first;
  }

  findEdit(editId: EditId): LoggedEdit | null {
    const [row] = this.#sql.exec<Row>(`SELECT ${COLUMNS} FROM log WHERE edit_id = ?`, editId).toArray();
    if (!row) return null;
    const readChanges = () => this.#listChanges(row.place);
    let changes: readonly EntryChange[] | null = null;
    return {
      userId: row.user_id,
      isGuest: row.is_guest === 1,
      kind: row.kind,
      // most callers do not need them, and there can be thousands
      get changes() {
        changes ??= readChanges();
        return changes;
      },
      order: parseOrder(row),
    };
  }

  /** How many changes a command undoes. */
  countUndone(command: AnyCommand): number {
    switch (command.type) {
      case "undo":
        return this.#countChanges("edit_id = ?", command.editId);
      case "set-back":
        return this.#countChanges("place >= ?", command.place);
      default:
        return 0;
    }
  }

  #countChanges(condition: string, value: string | number): number {
    const query = `SELECT coalesce(sum(change_count), 0) AS change_count FROM log WHERE ${condition}`;
    return this.#sql.exec<{ change_count: number }>(query, value).one().change_count;
  }

  #listChanges(place: number): readonly EntryChange[] {
    const rows = this.#readPacked(
      "entry_id, before, after",
      "SELECT * FROM log_changes WHERE place = ?1 AND entry_id > ?2",
      place,
    );
    return rows.map(([entryId, before, after = null]) => ({ entryId, before, after }));
  }

  /** The columns of selected rows, by entry. SQLite packs them: to convert each of thousands takes four times as long. */
  #readPacked(columns: string, selection: string, place: number): readonly PackedRow[] {
    const query = `SELECT json_group_array(json_array(${columns})) AS packed FROM (${selection} ORDER BY entry_id LIMIT ?3)`;
    const rows: PackedRow[] = [];
    for (let step = RANKS_PER_STATEMENT; step === RANKS_PER_STATEMENT; ) {
      const lastId = rows.at(-1)?.[0] ?? "";
      const { packed } = this.#sql.exec<{ packed: string }>(query, place, lastId, RANKS_PER_STATEMENT).one();
      const read = JSON.parse(packed) as readonly PackedRow[];
      for (const row of read) rows.push(row);
      step = read.length;
    }
    return rows;
  }

  /** When the edit at a place was made, server time; null if the log does not contain it. */
  findTime(place: number): number | null {
    const [row] = this.#sql.exec<{ at_ms: number }>("SELECT at_ms FROM log WHERE place = ?", place).toArray();
    return row?.at_ms ?? null;
  }

  /** Null if the log is empty. */
  findOldestPlace(): number | null {
    return this.#sql.exec<{ place: number | null }>("SELECT min(place) AS place FROM log").one().place;
  }

  /** The first place after a time. Null without one, and if the log has no earlier edit: it may lack some from in between. */
  findPlaceAfter(atMs: number): number | null {
    const reachesBack = "SELECT EXISTS (SELECT 1 FROM log WHERE at_ms <= ?) AS is_old";
    if (this.#sql.exec<{ is_old: number }>(reachesBack, atMs).one().is_old === 0) return null;
    const query = "SELECT min(place) AS place FROM log WHERE at_ms > ?";
    return this.#sql.exec<{ place: number | null }>(query, atMs).one().place;
  }

  placementsBefore(place: number): readonly Placement[] | null {
    if (this.findTime(place) === null) return null;
    const first = "SELECT entry_id, before, min(place) FROM log_changes WHERE place >= ?1 AND entry_id > ?2 GROUP BY entry_id";
    return this.#readPacked("entry_id, before", first, place).map(([entryId, rank]) => ({ entryId, rank }));
  }

  /** The latest edits before a place, newest first. */
  list(beforePlace: number): LogPage {
    const query = `SELECT ${COLUMNS} FROM log WHERE place < ? ORDER BY place DESC LIMIT ?`;
    const rows = this.#sql.exec<Row>(query, beforePlace, roomLogLimits.pageRows + 1).toArray();
    const page = rows.slice(0, roomLogLimits.pageRows).map(toLogRow);
    return { rows: page, nextBeforePlace: rows.length > page.length ? (page.at(-1)?.place ?? null) : null };
  }

  /** All edits of a person, newest first. */
  listOf(userId: UserId): readonly LogRow[] {
    const query = `SELECT ${COLUMNS} FROM log WHERE user_id = ? ORDER BY place DESC`;
    return this.#sql.exec<Row>(query, userId).toArray().map(toLogRow);
  }

  /** The people whom the log names. */
  listPeople(): readonly UserId[] {
    const query =
      "SELECT user_id AS id FROM log WHERE user_id IS NOT NULL UNION SELECT target_id FROM log WHERE target_id IS NOT NULL";
    return this.#sql
      .exec<{ id: UserId }>(query)
      .toArray()
      .map(({ id }) => id);
  }

  /** Forgets a person whose account was deleted. Their edits stay, without a name. */
  removePerson(userId: UserId): void {
    this.#sql.exec("UPDATE log SET user_id = NULL WHERE user_id = ?", userId);
    this.#sql.exec("UPDATE log SET target_id = NULL WHERE target_id = ?", userId);
  }

  /** Entries of deleted tracks never return. */
  removeTracks(trackIds: readonly TrackId[]): void {
    this.departed.deleteTracks(trackIds);
  }

  removedEntries(ids: readonly EntryId[]): readonly Entry[] {
    return this.departed.find(ids);
  }
}

function toLogRow(row: Row): LogRow {
  return {
    place: row.place,
    editId: row.edit_id,
    atMs: row.at_ms,
    userId: row.user_id,
    isGuest: row.is_guest === 1,
    targetId: row.target_id,
    // only `append` and `joinOlderEdits` write this column
    subject: JSON.parse(row.subject) as LogSubject,
  };
}

function parseOrder({ play_order }: Row): readonly OrderChange[] {
  // only `append` writes this column
  return play_order === null ? [] : (JSON.parse(play_order) as readonly OrderChange[]);
}
