import { seal, unseal } from "#workers/crypto/seal.ts";

const TABLES = `
  DROP TABLE IF EXISTS queries;
  CREATE TABLE IF NOT EXISTS subscriptions (
    connection TEXT NOT NULL, query_id INTEGER NOT NULL, path TEXT NOT NULL, sealed_args TEXT NOT NULL, digest TEXT NOT NULL,
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

type SubscriptionRow = { connection: string; query_id: number; path: string; sealed_args: string; digest: string };

/**
 * The subscriptions of all connections, with what their queries have read, in the SQLite database of the object. They survive
 * its hibernation. Arguments may contain secrets, such as the password of a room, so they are sealed.
 */
export class SubscriptionStore {
  readonly #sql: SqlStorage;
  readonly #secret: string;
  /** The arguments of each query, if they were unsealed already. */
  readonly #args = new Map<string, string>();
  /** The stored reads of each query, if they are known: most evaluations read the same as the ones before. */
  readonly #reads = new Map<string, string>();

  constructor({ sql }: DurableObjectStorage, secret: string) {
    this.#sql = sql;
    this.#secret = secret;
    this.createTables();
  }

  createTables(): void {
    this.#sql.exec(TABLES);
  }

  add({ connection, queryId, path, args }: Omit<Subscription, "digest">): void {
    this.#args.set(toKey({ connection, queryId }), args);
    const sealedArgs = seal(this.#secret, "subscription-args", args);
    this.#sql.exec("INSERT OR REPLACE INTO subscriptions VALUES (?, ?, ?, ?, '')", connection, queryId, path, sealedArgs);
  }

  remove(connection: string, queryId: number): void {
    this.#forget({ connection, queryId });
    this.#sql.exec("DELETE FROM subscriptions WHERE connection = ? AND query_id = ?", connection, queryId);
    this.#sql.exec("DELETE FROM reads WHERE connection = ? AND query_id = ?", connection, queryId);
  }

  removeConnection(connection: string): void {
    const query = "SELECT query_id FROM subscriptions WHERE connection = ?";
    for (const { query_id: queryId } of this.#sql.exec<{ query_id: number }>(query, connection).toArray()) {
      this.#forget({ connection, queryId });
    }
    this.#sql.exec("DELETE FROM subscriptions WHERE connection = ?", connection);
    this.#sql.exec("DELETE FROM reads WHERE connection = ?", connection);
  }

  /** Removes what connections that are not open have left. */
  retainConnections(open: readonly string[]): void {
    for (const table of ["subscriptions", "reads"]) {
      this.#sql.exec(`DELETE FROM ${table} WHERE connection NOT IN (SELECT value FROM json_each(?))`, JSON.stringify(open));
    }
  }

  list(connection: string): readonly Subscription[] {
    return this.#select("SELECT * FROM subscriptions WHERE connection = ?", connection);
  }

  count(connection: string): number {
    return this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM subscriptions WHERE connection = ?", connection).one().n;
  }

  /** The subscriptions whose queries wait to be evaluated. */
  listWaiting(): readonly Subscription[] {
    return this.#select("SELECT * FROM subscriptions WHERE digest = ''");
  }

  /** Whether the connection is still subscribed to the query. */
  has({ connection, queryId }: Subscription): boolean {
    const query = "SELECT 1 FROM subscriptions WHERE connection = ? AND query_id = ?";
    return this.#sql.exec(query, connection, queryId).toArray().length > 0;
  }

  /** Stores the digest of a result that is sent now. False if the result was sent before. */
  setDigest({ connection, queryId }: Subscription, digest: string): boolean {
    const query = "UPDATE subscriptions SET digest = ? WHERE connection = ? AND query_id = ? AND digest <> ?";
    return this.#sql.exec(query, digest, connection, queryId, digest).rowsWritten > 0;
  }

  /** The query waits to be evaluated again. */
  markWaiting({ connection, queryId }: Subscription): void {
    const query = "UPDATE subscriptions SET digest = '' WHERE connection = ? AND query_id = ? AND digest <> ''";
    this.#sql.exec(query, connection, queryId);
  }

  /** Whether no other result was stored since. */
  hasDigest({ connection, queryId }: Subscription, digest: string): boolean {
    const query = "SELECT 1 FROM subscriptions WHERE connection = ? AND query_id = ? AND digest = ?";
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
    const query = `SELECT subscriptions.* FROM subscriptions JOIN (
      SELECT DISTINCT connection, query_id FROM reads WHERE key IN (SELECT value FROM json_each(?))
    ) USING (connection, query_id) WHERE digest <> ''`;
    return this.#select(query, JSON.stringify([...keys]));
  }

  hasReader(key: string): boolean {
    return this.#sql.exec("SELECT 1 FROM reads WHERE key = ? LIMIT 1", key).toArray().length > 0;
  }

  #forget(subscription: Pick<Subscription, "connection" | "queryId">): void {
    this.#reads.delete(toKey(subscription));
    this.#args.delete(toKey(subscription));
  }

  #select(query: string, value?: string): readonly Subscription[] {
    const rows = this.#sql.exec<SubscriptionRow>(query, ...(value === undefined ? [] : [value])).toArray();
    return rows.flatMap(({ query_id: queryId, sealed_args: sealedArgs, ...row }) => {
      const args = this.#args.get(toKey({ ...row, queryId })) ?? unseal(this.#secret, "subscription-args", sealedArgs);
      // sealed with an earlier secret, by a server that has ended with its connections
      if (args === null) return [];
      this.#args.set(toKey({ ...row, queryId }), args);
      return [{ ...row, queryId, args }];
    });
  }
}

function toKey({ connection, queryId }: Pick<Subscription, "connection" | "queryId">): string {
  return `${connection} ${queryId}`;
}
