import { max, min, sql } from "drizzle-orm";
import { createDb, type Db } from "#db/client.ts";
import { changes } from "#db/schema/changes.ts";
import { isTracked, listColumns, type TrackedTable } from "./tracked-tables.ts";

/**
 * A database for reading, as it was after a change. Its statements read former rows from the change log. Null if the log does
 * not reach back to that change, or the change has not happened.
 */
export async function createDbAsOf(d1: D1Database, changeId: number): Promise<Db | null> {
  const db = createDb(d1);
  const log = await db
    .select({ first: min(changes.id), last: max(changes.id) })
    .from(changes)
    .get();
  if (changeId > (log?.last ?? 0) || changeId + 1 < (log?.first ?? 0)) return null;
  const later = await db.selectDistinct({ table: changes.tableName }).from(changes).where(sql`${changes.id} > ${changeId}`);
  const changed = later.map(({ table }) => table).filter(isTracked);
  if (changed.length === 0) return db;
  const former = changed.map((table) => formerRows(table, changeId)).join(", ");
  return createDb(d1, { rewrite: (statement) => prepend(statement, former) });
}

/** The statement with common table expressions, which take the place of the tables that have their names. */
function prepend(statement: string, expressions: string): string {
  const own = /^\s*with\s+/i.exec(statement);
  return own ? `with ${expressions}, ${statement.slice(own[0].length)}` : `with ${expressions} ${statement}`;
}

/** A common table expression: the rows of a table without those that have changed since, and these as they were before. */
function formerRows(table: TrackedTable, changeId: number): string {
  const { columns, primaryKey } = listColumns(table);
  const names = columns.map((column) => `"${column}"`).join(", ");
  const values = columns.map((_, index) => `"before" ->> ${index}`).join(", ");
  const key = `json_array(${primaryKey.map((column) => `"${column}"`).join(", ")})`;
  const later = `main."changes" where "table_name" = '${table}' and "id" > ${changeId}`;
  return `"${table}" (${names}) as (
    select ${names} from main."${table}" where ${key} not in (select "row_key" from ${later})
    union all
    select ${values} from main."changes" where "before" is not null and "id" in (select min("id") from ${later} group by "row_key"))`;
}
