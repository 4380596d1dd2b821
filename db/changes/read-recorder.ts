import type { RoomId } from "#app/domain/ids.ts";
import { groupBy } from "#app/lib/group-by.ts";
import type { Db } from "#db/client.ts";
import { isTracked, type KeyColumn, TRACKED_TABLES, type TrackedTable } from "./tracked-tables.ts";

/**
 * A part of the data on which a result depends: `table:*` for a table, `table:column=value` for some rows of it, `room:id`
 * for the state of a room's object.
 */
export type ReadKey = string;

const ROOM_PREFIX = "room:";
/** A query that depends on more rows of a table than this depends on the whole table. */
const KEYS_PER_TABLE = 200;

const recorders = new WeakMap<Db, ReadRecorder>();

/**
 * Records what a query reads. Functions of `db/queries` state the rows on which their result depends with `noteRead`. A
 * statement that mentions a tracked table without such a note depends on the whole table.
 */
export class ReadRecorder {
  readonly #keys = new Set<ReadKey>();
  readonly #unnoted = new Map<TrackedTable, number>();

  constructor(db: Db) {
    recorders.set(db, this);
  }

  /** To be called with every statement that the database executes. */
  observe(statement: string): void {
    for (const table of findTables(statement)) this.#unnoted.set(table, (this.#unnoted.get(table) ?? 0) + 1);
  }

  note(key: ReadKey): void {
    this.#keys.add(key);
  }

  noteTable(table: TrackedTable, keys: readonly ReadKey[]): void {
    this.#unnoted.set(table, (this.#unnoted.get(table) ?? 0) - 1);
    for (const key of keys) this.#keys.add(key);
  }

  /** The keys of all data that has been read so far. */
  get keys(): readonly ReadKey[] {
    const whole = [...this.#unnoted].filter(([, statements]) => statements > 0).map(([table]) => `${table}:*`);
    const noted = [...groupBy([...this.#keys], toTable)].flatMap(([table, keys]) =>
      keys.length > KEYS_PER_TABLE && isTracked(table) ? [`${table}:*`] : keys,
    );
    return [...new Set([...noted, ...whole])];
  }
}

/**
 * States that a statement depends only on the rows of a table with these values in a column. No effect unless a recorder
 * was made for the database.
 */
export function noteRead<Table extends TrackedTable>(
  db: Db,
  table: Table,
  column: KeyColumn<Table>,
  values: string | readonly string[],
): void {
  const list = typeof values === "string" ? [values] : values;
  recorders.get(db)?.noteTable(
    table,
    list.map((value) => `${table}:${column}=${value}`),
  );
}

/** States that the result depends on the state of a room's object. */
export function noteRoomRead(db: Db, roomId: RoomId): void {
  recorders.get(db)?.note(toRoomKey(roomId));
}

export function toRoomKey(roomId: RoomId): ReadKey {
  return `${ROOM_PREFIX}${roomId}`;
}

/** The room that a key names. Null for a key of the database. */
export function toRoomId(key: ReadKey): RoomId | null {
  return key.startsWith(ROOM_PREFIX) ? (key.slice(ROOM_PREFIX.length) as RoomId) : null;
}

function toTable(key: ReadKey): string {
  return key.slice(0, key.indexOf(":"));
}

/** The tracked tables that a statement mentions, each once. */
export function findTables(statement: string): ReadonlySet<TrackedTable> {
  const words = findWords(statement);
  return new Set((Object.keys(TRACKED_TABLES) as TrackedTable[]).filter((table) => words.has(table)));
}

export function findWords(statement: string): ReadonlySet<string> {
  return new Set(statement.toLowerCase().match(/[a-z_]+/g));
}
