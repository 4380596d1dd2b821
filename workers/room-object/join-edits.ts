import type { EntryId, UserId } from "#app/domain/ids.ts";
import { type Editor, isJoinable, joinSubjects, type LogKind, type LogSubject } from "#app/domain/room-log/room-log.ts";
import { roomLogLimits } from "#app/domain/room-log/room-log-limits.ts";
import type { DepartedEntries } from "./departed-entries.ts";

type Row = { place: number; at_ms: number; kind: LogKind; subject: string; change_count: number };
type Tables = { readonly sql: SqlStorage; readonly departed: DepartedEntries };
/** The values of `user_id` and `is_guest`. Guests have no id, and neither have deleted accounts. */
type Author = readonly [UserId | null, number];
type Pair = { readonly first: Row; readonly second: Row };

const BY_AUTHOR = "user_id IS ? AND is_guest = ?";

/** Bounds the work of one edit. The next edit joins more. */
const JOINS_PER_EDIT = 50;

/**
 * Joins older edits of a person who has made very many, so that they do not make the log forget the edits of others. Only
 * neighbors are joined: every state that the log still names can be restored exactly.
 */
export function joinOlderEdits({ sql, departed }: Tables, { userId, isGuest }: Editor): void {
  const author = [userId, isGuest ? 1 : 0] as const;
  for (let i = 0; i < JOINS_PER_EDIT && isOverLimit(sql, author); i++) {
    const pair = findPair(sql, author);
    if (!pair) return;
    join({ sql, departed }, pair);
  }
}

function isOverLimit(sql: SqlStorage, author: Author): boolean {
  const query = `SELECT count(*) AS row_count, coalesce(sum(change_count), 0) AS change_count FROM log WHERE ${BY_AUTHOR}`;
  const { row_count, change_count } = sql.exec<{ row_count: number; change_count: number }>(query, ...author).one();
  const { unjoinedRows, rowsPerPerson, changesPerPerson } = roomLogLimits;
  return row_count > unjoinedRows && (row_count > rowsPerPerson || change_count > changesPerPerson);
}

/** The oldest two rows of the person between which there is no other row. */
function findPair(sql: SqlStorage, author: Author): Pair | null {
  const newest = `SELECT place FROM log WHERE ${BY_AUTHOR} ORDER BY place DESC LIMIT 1 OFFSET ?`;
  const [limit] = sql.exec<{ place: number }>(newest, ...author, roomLogLimits.unjoinedRows - 1).toArray();
  if (!limit) return null;
  const previous = "SELECT max(place) FROM log AS previous WHERE previous.place < log.place";
  const query = `SELECT place, at_ms, kind, subject, change_count, (${previous}) AS previous_place FROM log
    WHERE ${BY_AUTHOR} AND place < ? ORDER BY place`;
  const rows = sql.exec<Row & { previous_place: number | null }>(query, ...author, limit.place).toArray();
  for (const [i, second] of rows.entries()) {
    const first = rows[i - 1];
    const areNeighbors = first !== undefined && first.place === second.previous_place;
    if (areNeighbors && isJoinable(first.kind) && isJoinable(second.kind)) return { first, second };
  }
  return null;
}

/**
 * The first row takes the changes of the second. An entry that is again where it was has not changed. The work depends on the
 * second row: the first one may have joined thousands of changes.
 */
function join({ sql, departed }: Tables, { first, second }: Pair): void {
  // only the log writes this column
  const [former, latter] = [first, second].map(({ subject }) => JSON.parse(subject) as LogSubject);
  if (!former || !latter) return;
  const subject = joinSubjects(former, latter);
  const places = [first.place, second.place] as const;
  const later = "SELECT after FROM log_changes AS later WHERE later.entry_id = log_changes.entry_id AND later.place = ?2";
  const changed = "SELECT entry_id FROM log_changes AS changed WHERE changed.place = ?2";
  sql.exec(`UPDATE log_changes SET after = (${later}) WHERE place = ?1 AND entry_id IN (${changed})`, ...places);
  sql.exec("UPDATE OR IGNORE log_changes SET place = ?1 WHERE place = ?2", ...places);
  const inBoth = deleteChanges(sql, "place = ?", second.place);
  const isBack = "before IS after AND entry_id IN (SELECT value FROM json_each(?2))";
  const back = deleteChanges(sql, `place = ?1 AND ${isBack}`, first.place, JSON.stringify(inBoth));
  departed.deleteUnreferenced(back);
  sql.exec("DELETE FROM log WHERE place = ?", second.place);
  const count = first.change_count + second.change_count - inBoth.length - back.length;
  const update = `UPDATE log SET edit_id = NULL, at_ms = ?2, kind = ?3, subject = ?4, play_order = NULL, change_count = ?5
    WHERE place = ?1`;
  sql.exec(update, first.place, second.at_ms, subject.kind, JSON.stringify(subject), count);
}

/** Returns the entries of the deleted changes. */
function deleteChanges(sql: SqlStorage, condition: string, ...values: readonly (string | number)[]): readonly EntryId[] {
  const query = `DELETE FROM log_changes WHERE ${condition} RETURNING entry_id`;
  const rows = sql.exec<{ entry_id: EntryId }>(query, ...values).toArray();
  return rows.map(({ entry_id }) => entry_id);
}
