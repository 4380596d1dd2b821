import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { ChatMessage, NewChatMessage, WrittenMessage } from "#app/domain/chat/chat-message.ts";
import { listMentions } from "#app/domain/chat/mentions.ts";
import type { ChatMessageId, UserId } from "#app/domain/ids.ts";

// `chat_messages.text` is null in a removed message, which keeps its author for slow mode and for repeated sends until the
// author's account is deleted. `chat_mentions` has one row for each person whom a message mentions.
const TABLES = `
  CREATE TABLE IF NOT EXISTS chat_messages (
    seq INTEGER PRIMARY KEY, change INTEGER NOT NULL, author TEXT, client_id TEXT NOT NULL, sent_at_ms INTEGER NOT NULL,
    text TEXT, reply_to INTEGER, edited_at_ms INTEGER
  );
  CREATE UNIQUE INDEX IF NOT EXISTS chat_messages_id ON chat_messages (author, client_id);
  CREATE INDEX IF NOT EXISTS chat_messages_author ON chat_messages (author);
  CREATE INDEX IF NOT EXISTS chat_messages_change ON chat_messages (change);
  CREATE TABLE IF NOT EXISTS chat_mentions (user_id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (user_id, seq)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS chat_mentions_seq ON chat_mentions (seq);
  CREATE TABLE IF NOT EXISTS chat_counters (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
`;

/** Messages that can be removed by their age are looked for once in so many messages. */
const PRUNE_EVERY = 50;

type Row = {
  seq: number;
  change: number;
  author: UserId | null;
  client_id: ChatMessageId;
  sent_at_ms: number;
  text: string | null;
  reply_to: number | null;
  edited_at_ms: number | null;
};
type Counter = "seq" | "change" | "slow-mode-ms";
type NewRow = Pick<NewChatMessage, "id" | "text" | "replyTo"> & { readonly authorId: UserId; readonly nowMs: number };

/** The messages of a room's chat in the SQLite database of its object: the last `chatLimits.keptMessages`. */
export class ChatStorage {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #counters = new Map<Counter, number>();

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#sql.exec(TABLES);
  }

  latestSeq(): number {
    return this.#count("seq");
  }

  /** The number of the latest change. */
  change(): number {
    return this.#count("change");
  }

  slowModeMs(): number {
    return this.#count("slow-mode-ms");
  }

  setSlowMode(ms: number): void {
    this.#setCount("slow-mode-ms", ms);
  }

  /** Stores a message and returns it. */
  add({ authorId, id, text, replyTo, nowMs }: NewRow): WrittenMessage {
    const [seq, change] = [this.latestSeq() + 1, this.change() + 1];
    this.#transact(() => {
      const columns = "(seq, change, author, client_id, sent_at_ms, text, reply_to) VALUES (?, ?, ?, ?, ?, ?, ?)";
      this.#sql.exec(`INSERT INTO chat_messages ${columns}`, seq, change, authorId, id, nowMs, text, replyTo);
      this.#setMentions(seq, text);
      this.#setCount("seq", seq);
      this.#setCount("change", change);
      if (seq % PRUNE_EVERY === 0) this.#prune(seq - chatLimits.keptMessages);
    });
    return { kind: "written", seq, change, id, authorId, text, replyTo, sentAtMs: nowMs, editedAtMs: null };
  }

  edit(seq: number, text: string, nowMs: number): ChatMessage | null {
    this.#transact(() => {
      const update = "UPDATE chat_messages SET text = ?, edited_at_ms = ?, change = ? WHERE seq = ?";
      this.#sql.exec(update, text, nowMs, this.#nextChange(), seq);
      this.#setMentions(seq, text);
    });
    return this.find(seq);
  }

  remove(seq: number): ChatMessage | null {
    this.#transact(() => {
      this.#sql.exec("UPDATE chat_messages SET text = NULL, change = ? WHERE seq = ?", this.#nextChange(), seq);
      this.#setMentions(seq, "");
    });
    return this.find(seq);
  }

  /** Removes all messages of a person, with their author, and the mentions of the person. */
  removePerson(userId: UserId): void {
    this.#transact(() => {
      const own = "SELECT seq FROM chat_messages WHERE author = ?";
      this.#sql.exec(`DELETE FROM chat_mentions WHERE user_id = ? OR seq IN (${own})`, userId, userId);
      const update = "UPDATE chat_messages SET text = NULL, author = NULL, change = ? WHERE author = ?";
      this.#sql.exec(update, this.#nextChange(), userId);
    });
  }

  find(seq: number): ChatMessage | null {
    const [row] = this.#sql.exec<Row>("SELECT * FROM chat_messages WHERE seq = ?", seq).toArray();
    return row ? toMessage(row) : null;
  }

  /** The place of a message that a person has sent before, perhaps removed since. Null if it is new. */
  findSent(authorId: UserId, id: ChatMessageId): number | null {
    const query = "SELECT seq FROM chat_messages WHERE author = ? AND client_id = ?";
    return this.#sql.exec<{ seq: number }>(query, authorId, id).toArray()[0]?.seq ?? null;
  }

  /** When a person sent their last message, server time. */
  lastSentAtMs(authorId: UserId): number | null {
    const query = "SELECT sent_at_ms FROM chat_messages WHERE author = ? ORDER BY seq DESC LIMIT 1";
    return this.#sql.exec<{ sent_at_ms: number }>(query, authorId).toArray()[0]?.sent_at_ms ?? null;
  }

  /** The first message that the room still has; 0 for an empty chat. */
  firstSeq(): number {
    return this.#sql.exec<{ seq: number }>("SELECT seq FROM chat_messages ORDER BY seq LIMIT 1").toArray()[0]?.seq ?? 0;
  }

  /** The last messages before a place, in their order. */
  listBefore(seq: number, limit: number): readonly ChatMessage[] {
    const query = "SELECT * FROM chat_messages WHERE seq < ? ORDER BY seq DESC LIMIT ?";
    return this.#sql.exec<Row>(query, seq, limit).toArray().reverse().map(toMessage);
  }

  /** The messages that have changed since a change, in their order. */
  listChanged(sinceChange: number, limit: number): readonly ChatMessage[] {
    const query = "SELECT * FROM chat_messages WHERE change > ? ORDER BY seq LIMIT ?";
    return this.#sql.exec<Row>(query, sinceChange, limit).toArray().map(toMessage);
  }

  /** The messages of an author after a place, in their order. */
  listWritten(authorId: UserId, afterSeq: number, limit: number): readonly WrittenMessage[] {
    const query = "SELECT * FROM chat_messages WHERE author = ? AND seq > ? AND text IS NOT NULL ORDER BY seq LIMIT ?";
    const messages = this.#sql.exec<Row>(query, authorId, afterSeq, limit).toArray().map(toMessage);
    return messages.filter((message) => message.kind === "written");
  }

  /** The number of messages of other people after a place, at most `limit`. */
  countUnread(userId: UserId, afterSeq: number, limit: number): number {
    const rows = "SELECT 1 FROM chat_messages WHERE seq > ? AND text IS NOT NULL AND author <> ? LIMIT ?";
    return this.#sql.exec<{ n: number }>(`SELECT count(*) AS n FROM (${rows})`, afterSeq, userId, limit).one().n;
  }

  /** The latest message after a place that mentions a person. */
  findMention(userId: UserId, afterSeq: number): WrittenMessage | null {
    const query = "SELECT seq FROM chat_mentions WHERE user_id = ? AND seq > ? ORDER BY seq DESC LIMIT 1";
    const [row] = this.#sql.exec<{ seq: number }>(query, userId, afterSeq).toArray();
    const message = row ? this.find(row.seq) : null;
    return message?.kind === "written" ? message : null;
  }

  #setMentions(seq: number, text: string): void {
    this.#sql.exec("DELETE FROM chat_mentions WHERE seq = ?", seq);
    for (const userId of listMentions(text)) {
      this.#sql.exec("INSERT INTO chat_mentions (user_id, seq) VALUES (?, ?)", userId, seq);
    }
  }

  #prune(upToSeq: number): void {
    this.#sql.exec("DELETE FROM chat_messages WHERE seq <= ?", upToSeq);
    this.#sql.exec("DELETE FROM chat_mentions WHERE seq <= ?", upToSeq);
  }

  /** A failure undoes the counters too. */
  #transact(run: () => void): void {
    try {
      this.#storage.transactionSync(run);
    } catch (error) {
      this.#counters.clear();
      throw error;
    }
  }

  #nextChange(): number {
    this.#setCount("change", this.change() + 1);
    return this.change();
  }

  #count(key: Counter): number {
    const cached = this.#counters.get(key);
    if (cached !== undefined) return cached;
    const [row] = this.#sql.exec<{ value: number }>("SELECT value FROM chat_counters WHERE key = ?", key).toArray();
    this.#counters.set(key, row?.value ?? 0);
    return row?.value ?? 0;
  }

  #setCount(key: Counter, value: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO chat_counters (key, value) VALUES (?, ?)", key, value);
    this.#counters.set(key, value);
  }
}

function toMessage({ seq, change, author, client_id, sent_at_ms, text, reply_to, edited_at_ms }: Row): ChatMessage {
  const place = { seq, change, sentAtMs: sent_at_ms };
  if (text === null || author === null) return { kind: "removed", ...place };
  return { kind: "written", ...place, id: client_id, authorId: author, text, replyTo: reply_to, editedAtMs: edited_at_ms };
}
