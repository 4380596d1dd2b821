/** The work that SQLite has done: a count that is the same on every machine. */
export type SqlWork = { statements: number; rowsRead: number; rowsWritten: number };

/** The SQL of an object, and the work that is done through it. */
export function countSql(sql: SqlStorage): { readonly sql: SqlStorage; readonly work: SqlWork } {
  const work: SqlWork = { statements: 0, rowsRead: 0, rowsWritten: 0 };
  const exec = (...args: Parameters<SqlStorage["exec"]>) => {
    const cursor = sql.exec(...args);
    const rows = cursor.toArray();
    work.statements += 1;
    work.rowsRead += cursor.rowsRead;
    work.rowsWritten += cursor.rowsWritten;
    return { toArray: () => rows, one: () => rows[0] };
  };
  // the parts of `SqlStorage` that the log uses
  return { sql: { exec } as unknown as SqlStorage, work };
}
