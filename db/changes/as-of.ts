import { is, max, min } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { createDb, type Db, isWrite } from "#db/client.ts";
import * as accounts from "#db/schema/accounts.ts";
import { changes } from "#db/schema/changes.ts";
import * as imports from "#db/schema/imports.ts";
import * as listening from "#db/schema/listening.ts";
import * as rooms from "#db/schema/rooms.ts";
import * as tracks from "#db/schema/tracks.ts";
import { findTables, findWords } from "./read-recorder.ts";
import { isTracked, listColumns, type TrackedTable } from "./tracked-tables.ts";

/** Every statement reads all changes since its moment. A moment before more changes than this is not available. */
export const LATER_CHANGES_MAX = 2000;
/** How often a statement reads a later change at most, for each of its tables: in the log, and twice or more as a former row. */
const READS_PER_CHANGE = 4;

/** The tables without former rows: a statement that mentions one of them is refused. */
export const UNTRACKED_TABLES: readonly string[] = [accounts, imports, listening, rooms, tracks, { changes }]
  .flatMap((schema) => Object.values(schema))
  .filter((value) => is(value, SQLiteTable))
  .map((table) => getTableConfig(table).name)
  .filter((name) => !isTracked(name));

/** A database for reading, as it was after a change. */
export type FormerDb = {
  readonly db: Db;
  /** Whether a statement was refused, because it writes or reads a table without former rows. */
  readonly hasRefused: () => boolean;
};

/**
 * A database whose statements read former rows from the change log. Null if the log does not reach back to that change, or the
 * change has not happened, or too many have followed.
 * @param onStatement is called before each statement, with the number of rows that former rows cost it at most
 */
export async function createDbAsOf(
  d1: D1Database,
  changeId: number,
  onStatement: (rows: number) => void = () => undefined,
): Promise<FormerDb | null> {
  const { first, last } = await findEnds(createDb(d1));
  // ids have no gaps
  const later = last - changeId;
  if (later < 0 || changeId + 1 < first || later > LATER_CHANGES_MAX) return null;
  let isRefused = false;
  const rewrite = (statement: string) => {
    const words = findWords(statement);
    isRefused ||= isWrite(statement) || UNTRACKED_TABLES.some((table) => words.has(table));
    if (isRefused) throw new Error("This statement cannot read a former moment");
    const tables = [...findTables(statement)];
    onStatement(later * tables.length * READS_PER_CHANGE);
    const former = tables.map((table) => formerRows(table, changeId));
    return prepend(statement, former);
  };
  return { db: createDb(d1, { rewrite }), hasRefused: () => isRefused };
}

/** The ids of the first and the last change in the log. Two statements, because one would read the whole log. */
async function findEnds(db: Db): Promise<{ readonly first: number; readonly last: number }> {
  const [[first], [last]] = await db.batch([
    db.select({ id: min(changes.id) }).from(changes),
    db.select({ id: max(changes.id) }).from(changes),
  ]);
  return { first: first?.id ?? 0, last: last?.id ?? 0 };
}

/** The statement with common table expressions, which take the place of the tables that have their names. */
function prepend(statement: string, expressions: readonly string[]): string {
  if (expressions.length === 0) return statement;
  const own = /^\s*with\s+/i.exec(statement);
  return `with ${expressions.join(", ")}${own ? `, ${statement.slice(own[0].length)}` : ` ${statement}`}`;
}

/**
 * Common table expressions: the first change of each row of a table since the moment, and the table as it was at it. The values have
 * the types of their columns and the table is not materialized, so that SQLite finds its rows with the table's indexes, also in a
 * join.
 */
function formerRows(table: TrackedTable, changeId: number): string {
  const { columns, types, primaryKey } = listColumns(table);
  const names = columns.map((column) => `"${column}"`).join(", ");
  const values = types.map((type, index) => `cast("before" ->> ${index} as ${type})`).join(", ");
  const key = `json_array(${primaryKey.map((column) => `"${column}"`).join(", ")})`;
  const first = `"first_changes_of_${table}"`;
  // of the row with the least id, SQLite takes the other values too; with the signs, it reads no index of the whole log
  return `${first} ("row_key", "id", "before") as materialized (
    select "row_key", min("id"), "before" from main."changes" where "id" > ${changeId} and +"table_name" = '${table}'
    group by +"row_key"),
  "${table}" (${names}) as not materialized (
    select ${names} from main."${table}" where ${key} not in (select "row_key" from ${first})
    union all
    select ${values} from ${first} where "before" is not null)`;
}
