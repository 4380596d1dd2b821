import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { linkedAccounts, mails } from "#db/schema/accounts.ts";
import { connections, importBatches, importItems } from "#db/schema/imports.ts";
import { listening } from "#db/schema/listening.ts";
import { favorites, invites, members, nowPlaying, rooms, roomTokens, sessions, users } from "#db/schema/rooms.ts";
import { roomTracks, savedTracks, tracks, uploadParts, uploads, waveforms } from "#db/schema/tracks.ts";

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
  now_playing: ["room_id"],
  listening: ["user_id"],
  members: ["room_id", "user_id"],
  favorites: ["user_id", "room_id"],
  room_tokens: ["token_hash"],
  invites: ["id", "room_id"],
  tracks: ["id", "uploaded_by"],
  room_tracks: ["room_id", "track_id"],
  saved_tracks: ["user_id"],
  waveforms: ["track_id"],
  uploads: ["id", "user_id"],
  upload_parts: ["upload_id"],
  connections: ["user_id"],
  import_batches: ["user_id"],
  import_items: ["batch_id"],
} as const satisfies Record<string, readonly string[]>;

export type TrackedTable = keyof typeof TRACKED_TABLES;
/** A column of a table's keys, or the key `details` (see `DETAILS`). */
export type KeyColumn<Table extends TrackedTable> =
  | (typeof TRACKED_TABLES)[Table][number]
  | (Table extends keyof typeof DETAILS ? "details" : never);

const SCHEMAS: Readonly<Record<TrackedTable, SQLiteTable>> = {
  users,
  sessions,
  linked_accounts: linkedAccounts,
  mails,
  rooms,
  now_playing: nowPlaying,
  listening,
  members,
  favorites,
  room_tokens: roomTokens,
  invites,
  tracks,
  room_tracks: roomTracks,
  saved_tracks: savedTracks,
  waveforms,
  uploads,
  upload_parts: uploadParts,
  connections,
  import_batches: importBatches,
  import_items: importItems,
};

/** Columns whose changes alone are not logged, because no result of a query depends on them. */
const UNLOGGED_COLUMNS: Partial<Record<TrackedTable, readonly string[]>> = {
  rooms: ["presence_updated_at_ms"],
  now_playing: ["updated_at_ms"],
  listening: ["joined_at_ms", "seen_at_ms"],
  sessions: ["renewed_at_ms", "expires_at_ms"],
  import_items: ["upload_id", "leased_until_ms"],
};

/**
 * Tables with a column that changes far more often than the others. Their changes also have the key `details`, with the values of
 * column `by`, unless only the column `except` has changed. A query that does not follow that column depends on this key.
 */
const DETAILS = { rooms: { by: "visibility", except: "active_users" } } as const;

export function isTracked(table: string): table is TrackedTable {
  return Object.hasOwn(TRACKED_TABLES, table);
}

/** The names and types of a table's columns, and the names of those of its primary key, in the order of the log. */
export function listColumns(table: TrackedTable): {
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly primaryKey: readonly string[];
} {
  const { columns, primaryKeys } = getTableConfig(SCHEMAS[table]);
  const composite = primaryKeys[0]?.columns.map(({ name }) => name) ?? [];
  const single = columns.filter(({ primary }) => primary).map(({ name }) => name);
  return {
    columns: columns.map(({ name }) => name),
    types: columns.map((column) => column.getSQLType()),
    primaryKey: composite.length > 0 ? composite : single,
  };
}

/** The triggers that log the changes of a table, as they are in a migration. */
export function describeTriggers(table: TrackedTable): readonly string[] {
  const { columns, primaryKey } = listColumns(table);
  const values = (row: string, names: readonly string[]) =>
    `json_array(${names.map((name) => `${row}.\`${name}\``).join(", ")})`;
  const trigger = (name: string, event: string, rows: readonly ["OLD" | "NEW", "NEW"?]) => {
    const [row] = rows;
    const before = row === "OLD" ? values("OLD", columns) : "NULL";
    const keys = `json_array(${listKeys(table, rows as readonly string[]).join(", ")})`;
    const logging = `INSERT INTO \`changes\` (\`table_name\`, \`row_key\`, \`keys\`, \`before\`, \`changed_at_ms\`) VALUES ('${table}', ${values(row, primaryKey)}, ${keys}, ${before}, CAST(unixepoch('subsec') * 1000 AS INTEGER));`;
    return `CREATE TRIGGER \`log_${table}_${name}\` AFTER ${event} BEGIN ${logging} END;`;
  };
  return [
    trigger("insert", `INSERT ON \`${table}\``, ["NEW"]),
    trigger("update", `UPDATE ON \`${table}\` WHEN ${isAnyChanged(listLoggedColumns(table))}`, ["OLD", "NEW"]),
    trigger("delete", `DELETE ON \`${table}\``, ["OLD"]),
  ];
}

/** The keys of a change as SQL expressions. Null is no key. */
function listKeys(table: TrackedTable, rows: readonly string[]): readonly string[] {
  const keys = rows.flatMap((row) => TRACKED_TABLES[table].map((key) => `'${key}=' || ${row}.\`${key}\``));
  if (table !== "rooms") return keys;
  const { by, except } = DETAILS[table];
  const isDetail = isAnyChanged(listLoggedColumns(table).filter((column) => column !== except));
  const details = rows.map((row) => `'details=' || ${row}.\`${by}\``);
  return [...keys, ...(rows.length > 1 ? details.map((key) => `CASE WHEN ${isDetail} THEN ${key} END`) : details)];
}

function listLoggedColumns(table: TrackedTable): readonly string[] {
  return listColumns(table).columns.filter((column) => !UNLOGGED_COLUMNS[table]?.includes(column));
}

/** The SQL condition that an update changes any of the columns. */
function isAnyChanged(columns: readonly string[]): string {
  return columns.map((column) => `OLD.\`${column}\` IS NOT NEW.\`${column}\``).join(" OR ");
}
