import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { linkedAccounts, mails } from "#db/schema/accounts.ts";
import { favorites, invites, members, rooms, roomTokens, sessions, users } from "#db/schema/rooms.ts";
import { roomTracks, tracks, uploadParts, uploads, waveforms } from "#db/schema/tracks.ts";

/**
 * The tables whose changes are logged, with the columns that identify rows in the log. Queries can depend on the rows of a
 * table that have a value in one of these columns. Tables that no live query reads are missing.
 */
export const TRACKED_TABLES = {
  users: ["id"],
  sessions: ["token_hash", "user_id"],
  linked_accounts: ["user_id"],
  mails: [],
  rooms: ["id", "url", "owner_id", "visibility"],
  members: ["room_id", "user_id"],
  favorites: ["user_id", "room_id"],
  room_tokens: ["token_hash"],
  invites: ["id", "room_id"],
  tracks: ["id", "uploaded_by"],
  room_tracks: ["room_id", "track_id"],
  waveforms: ["track_id"],
  uploads: ["id", "user_id"],
  upload_parts: ["upload_id"],
} as const satisfies Record<string, readonly string[]>;

export type TrackedTable = keyof typeof TRACKED_TABLES;
export type KeyColumn<Table extends TrackedTable> = (typeof TRACKED_TABLES)[Table][number];

const SCHEMAS: Readonly<Record<TrackedTable, SQLiteTable>> = {
  users,
  sessions,
  linked_accounts: linkedAccounts,
  mails,
  rooms,
  members,
  favorites,
  room_tokens: roomTokens,
  invites,
  tracks,
  room_tracks: roomTracks,
  waveforms,
  uploads,
  upload_parts: uploadParts,
};

/** Columns whose changes alone are not logged, because no result of a query contains them. */
const UNLOGGED_COLUMNS: Partial<Record<TrackedTable, readonly string[]>> = {
  rooms: ["presence_updated_at_ms", "search_key"],
  sessions: ["renewed_at_ms", "expires_at_ms"],
};

export function isTracked(table: string): table is TrackedTable {
  return Object.hasOwn(TRACKED_TABLES, table);
}

/** The names of a table's columns, and of those of its primary key, in the order of the log. */
export function listColumns(table: TrackedTable): {
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
} {
  const { columns, primaryKeys } = getTableConfig(SCHEMAS[table]);
  const composite = primaryKeys[0]?.columns.map(({ name }) => name) ?? [];
  const single = columns.filter(({ primary }) => primary).map(({ name }) => name);
  return { columns: columns.map(({ name }) => name), primaryKey: composite.length > 0 ? composite : single };
}

/** The triggers that log the changes of a table, as they are in a migration. */
export function describeTriggers(table: TrackedTable): readonly string[] {
  const { columns, primaryKey } = listColumns(table);
  const logged = columns.filter((column) => !UNLOGGED_COLUMNS[table]?.includes(column));
  const isChanged = logged.map((column) => `OLD.\`${column}\` IS NOT NEW.\`${column}\``).join(" OR ");
  const values = (row: string, names: readonly string[]) =>
    `json_array(${names.map((name) => `${row}.\`${name}\``).join(", ")})`;
  const keys = (rows: readonly string[]) =>
    rows.flatMap((row) => TRACKED_TABLES[table].map((key) => `'${key}=' || ${row}.\`${key}\``)).join(", ");
  const trigger = (name: string, event: string, rows: readonly ["OLD" | "NEW", "NEW"?]) => {
    const [row] = rows;
    const before = row === "OLD" ? values("OLD", columns) : "NULL";
    const logging = `INSERT INTO \`changes\` (\`table_name\`, \`row_key\`, \`keys\`, \`before\`, \`changed_at_ms\`) VALUES ('${table}', ${values(row, primaryKey)}, json_array(${keys(rows as readonly string[])}), ${before}, CAST(unixepoch('subsec') * 1000 AS INTEGER));`;
    return `CREATE TRIGGER \`log_${table}_${name}\` AFTER ${event} BEGIN ${logging} END;`;
  };
  return [
    trigger("insert", `INSERT ON \`${table}\``, ["NEW"]),
    trigger("update", `UPDATE ON \`${table}\` WHEN ${isChanged}`, ["OLD", "NEW"]),
    trigger("delete", `DELETE ON \`${table}\``, ["OLD"]),
  ];
}
