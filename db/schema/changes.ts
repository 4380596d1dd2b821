import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The change log: one row for each changed row of a tracked table, written by triggers in the transaction of the change
 * (`db/changes/tracked-tables.ts`). Live queries read it to find the queries whose result may have changed, and queries at a
 * timestamp to undo later changes. The sweep deletes old rows.
 */
export const changes = sqliteTable(
  "changes",
  {
    /** Increases with every change, in the order of the transactions. */
    id: integer("id").primaryKey({ autoIncrement: true }),
    tableName: text("table_name").notNull(),
    /** The primary key of the row: JSON, a list of values. */
    rowKey: text("row_key").notNull(),
    /** The values by which queries find the row, before and after the change: JSON, a list of `column=value`. */
    keys: text("keys").notNull(),
    /** The values of the row before the change: JSON, a list. Null for a new row. */
    before: text("before"),
    changedAtMs: integer("changed_at_ms").notNull(),
  },
  (t) => [index("changes_row").on(t.tableName, t.rowKey, t.id), index("changes_age").on(t.changedAtMs)],
);
