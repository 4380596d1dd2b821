const TABLES = `
  CREATE TABLE IF NOT EXISTS queries (
    connection TEXT NOT NULL, query_id INTEGER NOT NULL, path TEXT NOT NULL, args TEXT NOT NULL, digest TEXT NOT NULL,
    PRIMARY KEY (connection, query_id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS reads (
    key TEXT NOT NULL, connection TEXT NOT NULL, query_id INTEGER NOT NULL, PRIMARY KEY (key, connection, query_id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS reads_query ON reads (connection, query_id);
`;

/** A query that a connection has subscribed to. */
export type Subscription = {
  readonly connection: string;
  readonly queryId: number;
  readonly path: string;
  /** JSON. */
  readonly args: string;
  /** Identifies the result that was sent last. Empty before the first one, and while the query waits to be evaluated again. */
  readonly digest: string;
};

type SubscriptionRow = { connection: string; query_id: number; path: string; args: string; digest: string };

/**
 * The subscriptions of all connections, with what their queries have read, in the SQLite database of the object. They survive
 * its hibernation.
 */
export class SubscriptionStore {
  readonly #sql: SqlStorage;
  /** The stored reads of each query, if they are known: most evaluations read the same as the ones before. */
  readonly #reads = new Map<string, string>();

  constructor({ sql }: DurableObjectStorage) {
    this.#sql = sql;
    this.createTables();
  }

  createTables(): void {
    this.#sql.exec(TABLES);
  }

  add({ connection, queryId, path, args }: Omit<Subscription, "digest">): void {
    this.#sql.exec("INSERT OR REPLACE INTO queries VALUES (?, ?, ?, ?, '')", connection, queryId, path, args);
  }

  remove(connection: string, queryId: number): void {
    this.#reads.delete(toKey({ connection, queryId }));
    this.#sql.exec("DELETE FROM queries WHERE connection = ? AND query_id = ?", connection, queryId);
    this.#sql.exec("DELETE FROM reads WHERE connection = ? AND query_id = ?", connection, queryId);
  }

  removeConnection(connection: string): void {
    for (const subscription of this.list(connection)) this.#reads.delete(toKey(subscription));
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

  count(connection: string): number {
    return this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM queries WHERE connection = ?", connection).one().n;
  }

  /** The subscriptions whose queries wait to be evaluated. */
  listWaiting(): readonly Subscription[] {
    return this.#sql.exec<SubscriptionRow>("SELECT * FROM queries WHERE digest = ''").toArray().map(toSubscription);
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

  /** The query waits to be evaluated again. */
  markWaiting({ connection, queryId }: Subscription): void {
    const query = "UPDATE queries SET digest = '' WHERE connection = ? AND query_id = ? AND digest <> ''";
    this.#sql.exec(query, connection, queryId);
  }

  /** Whether no other result was stored since. */
  hasDigest({ connection, queryId }: Subscription, digest: string): boolean {
    const query = "SELECT 1 FROM queries WHERE connection = ? AND query_id = ? AND digest = ?";
    return this.#sql.exec(query, connection, queryId, digest).toArray().length > 0;
  }

  /** @param keys JSON: an array of strings */
  setReads(subscription: Subscription, keys: string): void {
    const { connection, queryId } = subscription;
    if (this.#reads.get(toKey(subscription)) === keys) return;
    this.#sql.exec("DELETE FROM reads WHERE connection = ? AND query_id = ?", connection, queryId);
    this.addReads(subscription, keys);
    this.#reads.set(toKey(subscription), keys);
  }

  /** @param keys JSON: an array of strings */
  addReads(subscription: Subscription, keys: string): void {
    const { connection, queryId } = subscription;
    this.#reads.delete(toKey(subscription));
    this.#sql.exec("INSERT OR IGNORE INTO reads SELECT value, ?, ? FROM json_each(?)", connection, queryId, keys);
  }

  /** The subscriptions whose queries have read any of the keys, but for those that wait to be evaluated anyway. */
  listReaders(keys: Iterable<string>): readonly Subscription[] {
    const query = `SELECT queries.* FROM queries JOIN (
      SELECT DISTINCT connection, query_id FROM reads WHERE key IN (SELECT value FROM json_each(?))
    ) USING (connection, query_id) WHERE digest <> ''`;
    return this.#sql
      .exec<SubscriptionRow>(query, JSON.stringify([...keys]))
      .toArray()
      .map(toSubscription);
  }

  hasReader(key: string): boolean {
    return this.#sql.exec("SELECT 1 FROM reads WHERE key = ? LIMIT 1", key).toArray().length > 0;
  }
}

function toKey({ connection, queryId }: Pick<Subscription, "connection" | "queryId">): string {
  return `${connection} ${queryId}`;
}

function toSubscription({ query_id: queryId, ...row }: SubscriptionRow): Subscription {
  return { ...row, queryId };
}
