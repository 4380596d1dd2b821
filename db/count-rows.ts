/** Whether the columns of a statement's rows all have different names, by its SQL. */
const haveDistinctColumns = new Map<string, boolean>();
const STATEMENTS_MAX = 1000;

/** The rows of results as arrays, in the order of the columns, and how many rows the database has read for them. */
export type CountedRows = { readonly rows: unknown[][]; readonly rowsRead: number };

/**
 * D1 states how many rows it has read only together with rows as objects, in which columns of the same name are lost. So the first
 * execution of a statement finds out the names of its columns, and counts the rows of its result, as do all of a statement that has
 * a name twice.
 */
export async function readCountedRows(statement: D1PreparedStatement, sql: string): Promise<CountedRows> {
  if (haveDistinctColumns.get(sql)) {
    const { results, meta } = await statement.all<Record<string, unknown>>();
    return { rows: results.map((row) => Object.values(row)), rowsRead: meta.rows_read };
  }
  const [names, ...rows] = await statement.raw({ columnNames: true });
  if (haveDistinctColumns.size >= STATEMENTS_MAX) haveDistinctColumns.clear();
  haveDistinctColumns.set(sql, isDistinct(names ?? []));
  return { rows, rowsRead: rows.length };
}

/** An object lists names that are numbers first, so these count as equal. */
function isDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length && !names.some((name) => /^\d+$/.test(name));
}
