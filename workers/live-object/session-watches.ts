import type { RoomId } from "#app/domain/ids.ts";
import { DAY_MS } from "#app/domain/units.ts";

const TABLE = `
  CREATE TABLE IF NOT EXISTS session_watches (
    session TEXT NOT NULL, room TEXT NOT NULL, at_ms INTEGER NOT NULL, PRIMARY KEY (session, room)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS session_watches_age ON session_watches (at_ms);
`;
/** A session that joins more rooms is watched in those it has joined last; the others check it themselves. */
export const ROOMS_PER_SESSION = 100;
/** A room watches the sessions of its connections again well before this time is over, ms. */
const RETENTION_MS = 2 * DAY_MS;

/** The rooms that a session is connected to, or was: they are notified when it ends. */
export class SessionWatches {
  readonly #sql: SqlStorage;

  constructor({ sql }: DurableObjectStorage) {
    this.#sql = sql;
    this.createTable();
  }

  createTable(): void {
    this.#sql.exec(TABLE);
  }

  isEmpty(): boolean {
    return this.#sql.exec("SELECT 1 FROM session_watches LIMIT 1").toArray().length === 0;
  }

  add(sessions: readonly string[], room: RoomId, nowMs: number): void {
    this.#sql.exec("DELETE FROM session_watches WHERE at_ms < ?", nowMs - RETENTION_MS);
    for (const session of sessions) {
      this.#sql.exec("INSERT OR REPLACE INTO session_watches VALUES (?, ?, ?)", session, room, nowMs);
      const excess = "SELECT room FROM session_watches WHERE session = ? ORDER BY at_ms DESC LIMIT -1 OFFSET ?";
      const query = `DELETE FROM session_watches WHERE session = ? AND room IN (${excess})`;
      this.#sql.exec(query, session, session, ROOMS_PER_SESSION);
    }
  }

  /** The rooms of sessions that have ended, each once. Forgets them. */
  take(sessions: readonly string[]): readonly RoomId[] {
    const condition = "session IN (SELECT value FROM json_each(?))";
    const list = JSON.stringify(sessions);
    const rows = this.#sql
      .exec<{ room: RoomId }>(`SELECT DISTINCT room FROM session_watches WHERE ${condition}`, list)
      .toArray();
    this.#sql.exec(`DELETE FROM session_watches WHERE ${condition}`, list);
    return rows.map(({ room }) => room);
  }
}
