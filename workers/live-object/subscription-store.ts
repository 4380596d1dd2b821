import type { FunctionResponse } from "#app/protocol/function-envelope.ts";

const TABLES = `
  CREATE TABLE IF NOT EXISTS queries (
    connection TEXT NOT NULL, query_id INTEGER NOT NULL, path TEXT NOT NULL, args TEXT NOT NULL, digest TEXT NOT NULL,
    PRIMARY KEY (connection, query_id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS reads (
    key TEXT NOT NULL, connection TEXT NOT NULL, query_id INTEGER NOT NULL, PRIMARY KEY (key, connection, query_id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS reads_query ON reads (connection, query_id);
  CREATE TABLE IF NOT EXISTS mutations (
    session TEXT NOT NULL, request_id INTEGER NOT NULL, outcome TEXT, ts INTEGER, at_ms INTEGER NOT NULL,
    PRIMARY KEY (session, request_id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS mutations_age ON mutations (at_ms);
`;

/** A query that a connection has subscribed to. */
export type Subscription = {
  readonly connection: string;
  readonly queryId: number;
  readonly path: string;
  /** JSON. */
  readonly args: string;
  /** Identifies the result that was sent last. Empty before the first one. */
  readonly digest: string;
};

type SubscriptionRow = { connection: string; query_id: number; path: string; args: string; digest: string };

/** A mutation that has ended. Null: it began, and the server stopped before its outcome was stored. */
export type StoredMutation = { readonly outcome: FunctionResponse<unknown>; readonly ts: number } | null;

/**
 * The subscriptions of all connections, with what their queries have read, and the outcomes of mutations, in the SQLite
 * database of the object. They survive its hibernation.
 */
export class SubscriptionStore {
  readonly #sql: SqlStorage;

  constructor({ sql }: DurableObjectStorage) {
    this.#sql = sql;
    this.#sql.exec(TABLES);
  }

  add({ connection, queryId, path, args }: Omit<Subscription, "digest">): void {
    this.#sql.exec("INSERT OR REPLACE INTO queries VALUES (?, ?, ?, ?, '')", connection, queryId, path, args);
  }

  remove(connection: string, queryId: number): void {
    this.#sql.exec("DELETE FROM queries WHERE connection = ? AND query_id = ?", connection, queryId);
    this.#sql.exec("DELETE FROM reads WHERE connection = ? AND query_id = ?", connection, queryId);
  }

  removeConnection(connection: string): void {
    this.#sql.exec("DELETE FROM queries WHERE connection = ?", connection);
    this.#sql.exec("DELETE FROM reads WHERE connection = ?", connection);
  }

  /** Removes what connections that are not open have left. */
  retainConnections(open: readonly string[]): void {
    for (const table of ["queries", "reads"]) {
      this.#sql.exec(`DELETE FROM ${table} WHERE connection NOT IN (SELECT value FROM json_each(?))`, JSON.stringify(open));
    }
  }

  list(connection: string): readonly Subscription[] {
    return this.#sql
      .exec<SubscriptionRow>("SELECT * FROM queries WHERE connection = ?", connection)
      .toArray()
      .map(toSubscription);
  }

  count(connection?: string): number {
    const rows = connection
      ? this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM queries WHERE connection = ?", connection)
      : this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM queries");
    return rows.one().n;
  }

  /** Whether the connection is still subscribed to the query. */
  has({ connection, queryId }: Subscription): boolean {
    const query = "SELECT 1 FROM queries WHERE connection = ? AND query_id = ?";
    return this.#sql.exec(query, connection, queryId).toArray().length > 0;
  }

  /** Stores the digest of a result that is sent now. False if the result was sent before. */
  setDigest({ connection, queryId }: Subscription, digest: string): boolean {
    const query = "UPDATE queries SET digest = ? WHERE connection = ? AND query_id = ? AND digest <> ?";
    return this.#sql.exec(query, digest, connection, queryId, digest).rowsWritten > 0;
  }

  /** Whether no other result was stored since. */
  hasDigest({ connection, queryId }: Subscription, digest: string): boolean {
    const query = "SELECT 1 FROM queries WHERE connection = ? AND query_id = ? AND digest = ?";
    return this.#sql.exec(query, connection, queryId, digest).toArray().length > 0;
  }

  setReads(subscription: Subscription, keys: readonly string[]): void {
    const { connection, queryId } = subscription;
    this.#sql.exec("DELETE FROM reads WHERE connection = ? AND query_id = ?", connection, queryId);
    this.addReads(subscription, keys);
  }

  addReads({ connection, queryId }: Subscription, keys: readonly string[]): void {
    const insert = "INSERT OR IGNORE INTO reads SELECT value, ?, ? FROM json_each(?)";
    this.#sql.exec(insert, connection, queryId, JSON.stringify(keys));
  }

  /** The subscriptions whose queries have read any of the keys. */
  listReaders(keys: Iterable<string>): readonly Subscription[] {
    const query = `SELECT queries.* FROM queries JOIN (
      SELECT DISTINCT connection, query_id FROM reads WHERE key IN (SELECT value FROM json_each(?))
    ) USING (connection, query_id)`;
    return this.#sql
      .exec<SubscriptionRow>(query, JSON.stringify([...keys]))
      .toArray()
      .map(toSubscription);
  }

  hasReader(key: string): boolean {
    return this.#sql.exec("SELECT 1 FROM reads WHERE key = ? LIMIT 1", key).toArray().length > 0;
  }

  /** Undefined if the mutation has not begun. */
  findMutation(session: string, requestId: number): StoredMutation | undefined {
    const query = "SELECT outcome, ts FROM mutations WHERE session = ? AND request_id = ?";
    const [row] = this.#sql.exec<{ outcome: string | null; ts: number | null }>(query, session, requestId).toArray();
    if (!row) return undefined;
    return row.outcome === null ? null : { outcome: JSON.parse(row.outcome) as FunctionResponse<unknown>, ts: row.ts ?? 0 };
  }

  beginMutation(session: string, requestId: number, nowMs: number): void {
    this.#sql.exec("INSERT OR IGNORE INTO mutations VALUES (?, ?, NULL, NULL, ?)", session, requestId, nowMs);
  }

  endMutation(
    session: string,
    requestId: number,
    { outcome, ts }: { readonly outcome: FunctionResponse<unknown>; readonly ts: number },
  ): void {
    const query = "UPDATE mutations SET outcome = ?, ts = ? WHERE session = ? AND request_id = ?";
    this.#sql.exec(query, JSON.stringify(outcome), ts, session, requestId);
  }

  removeMutations(beforeMs: number): void {
    this.#sql.exec("DELETE FROM mutations WHERE at_ms < ?", beforeMs);
  }
}

function toSubscription({ query_id: queryId, ...row }: SubscriptionRow): Subscription {
  return { ...row, queryId };
}
