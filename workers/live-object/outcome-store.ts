import { createHash } from "node:crypto";
import { Holdings } from "#app/domain/access/holdings.ts";
import { liveLimits } from "#app/domain/access/live-limits.ts";
import type { Payer } from "#app/domain/access/work-budget.ts";
import type { FunctionResponse } from "#app/protocol/function-envelope.ts";
import { seal, unseal } from "#workers/crypto/seal.ts";

const TABLES = `
  DROP TABLE IF EXISTS mutations;
  CREATE TABLE IF NOT EXISTS outcomes (
    client TEXT NOT NULL, request_id INTEGER NOT NULL, payer TEXT NOT NULL, sealed TEXT, at_ms INTEGER NOT NULL,
    PRIMARY KEY (client, request_id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS outcomes_age ON outcomes (at_ms);
  CREATE INDEX IF NOT EXISTS outcomes_payer ON outcomes (payer, at_ms);
  CREATE TABLE IF NOT EXISTS forgotten (client TEXT PRIMARY KEY, request_id INTEGER NOT NULL, at_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS forgotten_age ON forgotten (at_ms);
`;

/** The outcome of a mutation, and the timestamp from which its effects can be seen. */
export type EndedMutation = { readonly outcome: FunctionResponse<unknown>; readonly ts: number };

/** A mutation of a client. Clients number theirs in ascending order. */
export type MutationKey = { readonly client: string; readonly requestId: number };

type OutcomeRow = { client: string; request_id: number; payer: string; at_ms: number };

/**
 * The outcomes of the latest mutations of each payer (WK3), in the SQLite database of the object. They may contain secrets, such as
 * the code of an invite, so they are sealed.
 */
export class OutcomeStore {
  readonly #sql: SqlStorage;
  readonly #secret: string;
  readonly #holdings = new Holdings(liveLimits.outcomes);

  constructor({ sql }: DurableObjectStorage, secret: string) {
    this.#sql = sql;
    this.#secret = secret;
    this.createTables();
    const counts = sql.exec<{ payer: string; n: number }>("SELECT payer, count(*) AS n FROM outcomes GROUP BY payer");
    for (const { payer, n } of counts) this.#holdings.add(payer, n);
  }

  createTables(): void {
    this.#sql.exec(TABLES);
  }

  /** When the next outcome expires, ms since the epoch. Null if there is none. */
  get expiresAtMs(): number | null {
    const { atMs } = this.#sql
      .exec<{ atMs: number | null }>(
        "SELECT min(at_ms) AS atMs FROM (SELECT min(at_ms) AS at_ms FROM outcomes UNION ALL SELECT min(at_ms) FROM forgotten)",
      )
      .one();
    return atMs === null ? null : atMs + liveLimits.outcomeRetentionMs;
  }

  /**
   * Undefined if the mutation has not begun. Null if its outcome is not known: the server stopped while it ran, or has not kept its
   * outcome, or has sealed it with an earlier secret.
   */
  find({ client, requestId }: MutationKey): EndedMutation | null | undefined {
    const query = "SELECT sealed FROM outcomes WHERE client = ? AND request_id = ?";
    const [row] = this.#sql.exec<{ sealed: string | null }>(query, client, requestId).toArray();
    if (!row) return this.#isForgotten(client, requestId) ? null : undefined;
    const json = row.sealed === null ? null : unseal(this.#secret, "mutation-outcome", row.sealed);
    return json === null ? null : (JSON.parse(json) as EndedMutation);
  }

  begin({ client, requestId }: MutationKey, payer: Payer, nowMs: number): void {
    const holder = createHash("sha256").update(payer).digest("base64");
    this.#makeRoom(holder);
    this.#sql.exec("INSERT INTO outcomes VALUES (?, ?, ?, NULL, ?)", client, requestId, holder, nowMs);
    this.#holdings.add(holder);
  }

  end({ client, requestId }: MutationKey, ended: EndedMutation): void {
    const sealed = seal(this.#secret, "mutation-outcome", JSON.stringify(ended));
    this.#sql.exec("UPDATE outcomes SET sealed = ? WHERE client = ? AND request_id = ?", sealed, client, requestId);
  }

  /** The mutation had no effect. */
  cancel({ client, requestId }: MutationKey): void {
    this.#delete("client = ? AND request_id = ?", client, requestId);
  }

  removeExpired(nowMs: number): void {
    const beforeMs = nowMs - liveLimits.outcomeRetentionMs;
    this.#delete("at_ms <= ?", beforeMs);
    this.#sql.exec("DELETE FROM forgotten WHERE at_ms <= ?", beforeMs);
  }

  #isForgotten(client: string, requestId: number): boolean {
    const query = "SELECT 1 FROM forgotten WHERE client = ? AND request_id >= ?";
    return this.#sql.exec(query, client, requestId).toArray().length > 0;
  }

  /** Removes the oldest outcomes: of the holder when it has its share, and else of the one with the most. */
  #makeRoom(holder: string): void {
    for (let answer = this.#holdings.ask(holder); answer.kind !== "granted"; answer = this.#holdings.ask(holder)) {
      const from = answer.kind === "displaces" ? answer.from : holder;
      const oldest = this.#holdings.count(from) > 0 ? this.#findOldest(from) : this.#findOldest(null);
      if (!oldest) return;
      this.#delete("client = ? AND request_id = ?", oldest.client, oldest.request_id);
      this.#recordForgotten(oldest);
    }
  }

  /** The client's mutations up to this one are not run again. */
  #recordForgotten({ client, request_id: requestId, at_ms: atMs }: OutcomeRow): void {
    const query = `INSERT INTO forgotten VALUES (?, ?, ?)
      ON CONFLICT (client) DO UPDATE SET request_id = max(request_id, excluded.request_id), at_ms = excluded.at_ms`;
    this.#sql.exec(query, client, requestId, atMs);
    const { n } = this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM forgotten").one();
    if (n <= liveLimits.outcomes.inAll) return;
    this.#sql.exec("DELETE FROM forgotten WHERE client = (SELECT client FROM forgotten ORDER BY at_ms LIMIT 1)");
  }

  #findOldest(holder: string | null): OutcomeRow | undefined {
    const rows =
      holder === null
        ? this.#sql.exec<OutcomeRow>("SELECT * FROM outcomes ORDER BY at_ms LIMIT 1")
        : this.#sql.exec<OutcomeRow>("SELECT * FROM outcomes WHERE payer = ? ORDER BY at_ms, request_id LIMIT 1", holder);
    return rows.toArray()[0];
  }

  #delete(condition: string, ...values: readonly (string | number)[]): void {
    const deleted = this.#sql.exec<{ payer: string }>(`DELETE FROM outcomes WHERE ${condition} RETURNING payer`, ...values);
    for (const { payer } of deleted.toArray()) this.#holdings.remove(payer);
  }
}
