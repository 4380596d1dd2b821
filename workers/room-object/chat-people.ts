import type { Person } from "#app/domain/accounts/person.ts";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { ChatMute } from "#app/domain/chat/decide-chat.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { PersonMute } from "#app/protocol/chat-messages.ts";

// `is_recorded`: D1 has the person as a contributor of the room.
const TABLES = `
  CREATE TABLE IF NOT EXISTS chat_people (id TEXT PRIMARY KEY, json TEXT NOT NULL, is_recorded INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS chat_reads (user_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, at_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS chat_mutes (user_id TEXT PRIMARY KEY, until_ms INTEGER) WITHOUT ROWID;
`;

/** The people of a room's chat in the SQLite database of its object: authors and mentioned people, read marks and mutes. */
export class ChatPeople {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLES);
  }

  /** Stores a person, or their new name and avatar. */
  put(person: Person): void {
    const upsert = "INSERT INTO chat_people (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json";
    this.#sql.exec(upsert, person.id, JSON.stringify(person));
  }

  find(id: UserId): Person | null {
    return this.list([id])[0] ?? null;
  }

  /** The stored people with these ids; unknown ones are missing. */
  list(ids: readonly UserId[]): readonly Person[] {
    const query = "SELECT json FROM chat_people WHERE id IN (SELECT value FROM json_each(?))";
    // only `put` writes this column
    return this.#sql
      .exec<{ json: string }>(query, JSON.stringify(ids))
      .toArray()
      .map(({ json }) => JSON.parse(json) as Person);
  }

  /** Everyone of whom something is stored. */
  listIds(): readonly UserId[] {
    const query = "SELECT id FROM chat_people UNION SELECT user_id FROM chat_reads";
    return this.#sql
      .exec<{ id: UserId }>(query)
      .toArray()
      .map(({ id }) => id);
  }

  /** Removes a person with their read mark and their mute. */
  remove(userId: UserId): void {
    this.#sql.exec("DELETE FROM chat_people WHERE id = ?", userId);
    this.removeReadMark(userId);
    this.#sql.exec("DELETE FROM chat_mutes WHERE user_id = ?", userId);
  }

  /** Forgets the people who have no message, no read mark and no mute, and are not mentioned any more. */
  prune(): void {
    this.#sql.exec(`DELETE FROM chat_people WHERE id NOT IN (SELECT author FROM chat_messages WHERE author IS NOT NULL)
      AND id NOT IN (SELECT user_id FROM chat_mentions) AND id NOT IN (SELECT user_id FROM chat_mutes)
      AND id NOT IN (SELECT user_id FROM chat_reads)`);
  }

  /** People whom D1 does not have as contributors of the room yet. */
  listUnrecorded(limit: number): readonly UserId[] {
    const query = "SELECT id FROM chat_people WHERE is_recorded = 0 LIMIT ?";
    return this.#sql
      .exec<{ id: UserId }>(query, limit)
      .toArray()
      .map(({ id }) => id);
  }

  setRecorded(userId: UserId): void {
    this.#sql.exec("UPDATE chat_people SET is_recorded = 1 WHERE id = ?", userId);
  }

  /** Null for a person without a read mark. */
  readSeq(userId: UserId): number | null {
    const query = "SELECT seq FROM chat_reads WHERE user_id = ?";
    return this.#sql.exec<{ seq: number }>(query, userId).toArray()[0]?.seq ?? null;
  }

  /** Moves a read mark forward. Returns whether it has moved. The marks that are oldest are forgotten. */
  setReadSeq(userId: UserId, seq: number, nowMs: number): boolean {
    const before = this.readSeq(userId);
    if (before !== null && before >= seq) return false;
    this.#sql.exec("INSERT OR REPLACE INTO chat_reads (user_id, seq, at_ms) VALUES (?, ?, ?)", userId, seq, nowMs);
    const older = "SELECT user_id FROM chat_reads ORDER BY at_ms DESC LIMIT -1 OFFSET ?";
    if (before === null) this.#sql.exec(`DELETE FROM chat_reads WHERE user_id IN (${older})`, chatLimits.keptReadMarks);
    return true;
  }

  removeReadMark(userId: UserId): void {
    this.#sql.exec("DELETE FROM chat_reads WHERE user_id = ?", userId);
  }

  findMute(userId: UserId): ChatMute | null {
    const query = "SELECT until_ms AS untilMs FROM chat_mutes WHERE user_id = ?";
    return this.#sql.exec<{ untilMs: number | null }>(query, userId).toArray()[0] ?? null;
  }

  /** @param mute null lifts it. False if there are too many mutes. */
  setMute(userId: UserId, mute: ChatMute | null, nowMs: number): boolean {
    this.#sql.exec("DELETE FROM chat_mutes WHERE user_id = ? OR until_ms <= ?", userId, nowMs);
    if (!mute) return true;
    const { n } = this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM chat_mutes").one();
    if (n >= chatLimits.mutes) return false;
    this.#sql.exec("INSERT INTO chat_mutes (user_id, until_ms) VALUES (?, ?)", userId, mute.untilMs);
    return true;
  }

  listMutes(nowMs: number): readonly PersonMute[] {
    const query =
      "SELECT json, until_ms FROM chat_mutes JOIN chat_people ON id = user_id WHERE until_ms IS NULL OR until_ms > ?";
    const rows = this.#sql.exec<{ json: string; until_ms: number | null }>(query, nowMs).toArray();
    return rows.map(({ json, until_ms }) => ({ person: JSON.parse(json) as Person, mute: { untilMs: until_ms } }));
  }
}
