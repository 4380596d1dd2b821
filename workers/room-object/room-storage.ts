import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, UserId } from "#app/domain/ids.ts";
import type { PlayOrder } from "#app/domain/playback/play-order.ts";
import { IDLE, type Playback } from "#app/domain/playback/playback.ts";
import type { PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import type { Entry, RankChange } from "#app/domain/playlist/playlist.ts";
import type { Loudspeakers } from "#app/domain/room/loudspeakers.ts";
import { emptyRoom, type RoomInfo, type RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { chunk } from "#app/lib/chunk.ts";
import { type OnForgotten, RANKS_PER_STATEMENT } from "./departed-entries.ts";
import { PlayHistory } from "./play-history.ts";
import { type NewLogRow, RoomLog } from "./room-log.ts";
import { parseEntry } from "./stored-entry.ts";

const TABLES = `
  CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS people (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entries (id TEXT PRIMARY KEY, rank TEXT NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;
`;
/** A value can have 2 MB, and an entry has up to 4 kB. */
const ENTRIES_PER_STATEMENT = 100;
/** The log has replaced these tables. */
const FORMER_TABLES = "DROP TABLE IF EXISTS removed; DROP TABLE IF EXISTS moved;";

type StateKey = "info" | "playback" | "order" | "loudspeakers" | "revision" | "playback-record";
type StoredRoom = {
  readonly state: RoomState;
  readonly revision: number;
  /** The undo record of the latest control of playback. */
  readonly playbackRecord: PlaybackRecord | null;
};
type SavedWithEvents = {
  readonly revision: number;
  /** Missing if the stored one stays. */
  readonly playbackRecord?: PlaybackRecord | null;
  /** The row of the log, if the events are an edit. */
  readonly edit: NewLogRow | null;
};
type EntryRow = { rank: string; json: string };

/**
 * The state of a room in the SQLite database of its object, with its log and its play history. `save` writes only the rows
 * that the events have changed.
 */
export class RoomStorage {
  readonly history: PlayHistory;
  readonly log: RoomLog;
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage, onForgotten?: OnForgotten) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#sql.exec(TABLES);
    this.#sql.exec(FORMER_TABLES);
    this.log = new RoomLog(storage.sql, onForgotten);
    this.history = new PlayHistory(storage.sql);
  }

  /** Null for a room that has stored nothing yet. */
  load(): StoredRoom | null {
    const info = this.#get<RoomInfo>("info");
    if (!info) return null;
    const empty = emptyRoom(info);
    const entries = this.#sql.exec<EntryRow>("SELECT rank, json FROM entries ORDER BY rank, id").toArray();
    const people = this.#sql.exec<{ json: string }>("SELECT json FROM people").toArray();
    const state: RoomState = {
      info,
      playlist: entries.map(parseEntry),
      playback: this.#get<Playback>("playback") ?? empty.playback,
      order: { ...empty.order, ...this.#get<PlayOrder>("order") },
      loudspeakers: this.#get<Loudspeakers>("loudspeakers") ?? empty.loudspeakers,
      people: Object.fromEntries(people.map(parsePerson).map((person) => [person.id, person])),
    };
    const record = this.#get<PlaybackRecord>("playback-record");
    const playbackRecord = record && { ...record, order: { ...empty.order, ...record.order } };
    return { state, revision: this.#get<number>("revision") ?? 0, playbackRecord };
  }

  /** Stores the effects of events, and what comes with them: all of it or, if something throws, nothing. */
  save(events: readonly RoomEvent[], state: RoomState, { revision, playbackRecord, edit }: SavedWithEvents): void {
    this.#storage.transactionSync(() => {
      for (const event of events) this.#apply(event, state);
      if (edit) this.log.append(edit, Date.now());
      if (playbackRecord !== undefined) this.#set("playback-record", playbackRecord);
      this.#set("revision", revision);
    });
  }

  /** An event without a case would not be stored. */
  #apply(event: RoomEvent, { order }: RoomState): void {
    switch (event.type) {
      case "entries-added":
        return this.#insertEntries(event.entries);
      case "entries-removed":
        this.#deleteEntries(event.entryIds);
        return this.#set("order", order);
      case "entries-moved":
        return this.#updateRanks(event.ranks);
      case "ranks-renewed":
        this.log.departed.renewRanks(event.ranks);
        return this.#updateRanks(event.ranks);
      case "track-changed":
        return this.#updateTrack(event.entryIds, event.track);
      case "playback-changed":
        this.history.record(event, this.#getPlayback(), (id) => this.#findEntry(id));
        this.#set("order", order);
        return this.#set("playback", event.playback);
      case "playback-controlled":
        return this.history.interrupt(this.#getPlayback(), (id) => this.#findEntry(id));
      case "playback-restored":
        if (event.playback) this.#restorePlayback(event.playback);
        return this.#set("order", order);
      case "order-changed":
      case "up-next-changed":
      case "queue-votes-changed":
        return this.#set("order", order);
      case "loudspeakers-changed":
        return this.#set("loudspeakers", event.loudspeakers);
      case "person-changed":
        return this.#upsertPerson(event.person);
      case "person-removed":
        return this.#deletePerson(event.userId);
      case "room-changed":
        this.#set("order", order);
        return this.#set("info", event.info);
      default:
        event satisfies never;
    }
  }

  #restorePlayback(playback: Playback): void {
    this.history.resume(playback, this.#getPlayback(), (id) => this.#findEntry(id));
    this.#set("playback", playback);
  }

  #insertEntries(entries: readonly Entry[]): void {
    for (const group of chunk(entries, ENTRIES_PER_STATEMENT)) {
      const rows = group.map(({ rank, ...rest }) => [rest.id, rank, JSON.stringify(rest)]);
      const insert = "INSERT INTO entries (id, rank, json) SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)";
      this.#sql.exec(insert, JSON.stringify(rows));
    }
    this.log.departed.release(entries.map(({ id }) => id));
  }

  /** The log may return them. */
  #deleteEntries(ids: readonly EntryId[]): void {
    this.log.departed.keep(ids);
    this.#sql.exec("DELETE FROM entries WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
  }

  #updateRanks(ranks: readonly RankChange[]): void {
    const update = "UPDATE entries SET rank = new.value ->> 1 FROM json_each(?) AS new WHERE entries.id = new.value ->> 0";
    for (const group of chunk(ranks, RANKS_PER_STATEMENT)) {
      this.#sql.exec(update, JSON.stringify(group.map(({ entryId, rank }) => [entryId, rank])));
    }
  }

  #updateTrack(ids: readonly EntryId[], track: Track): void {
    const update = "UPDATE entries SET json = json_set(json, '$.track', json(?)) WHERE id IN (SELECT value FROM json_each(?))";
    this.#sql.exec(update, JSON.stringify(track), JSON.stringify(ids));
  }

  #deletePerson(id: UserId): void {
    this.#sql.exec("DELETE FROM people WHERE id = ?", id);
  }

  #upsertPerson(person: Person): void {
    this.#sql.exec("INSERT OR REPLACE INTO people (id, json) VALUES (?, ?)", person.id, JSON.stringify(person));
  }

  #findEntry(id: EntryId): Entry | null {
    const [row] = this.#sql.exec<EntryRow>("SELECT rank, json FROM entries WHERE id = ?", id).toArray();
    return row ? parseEntry(row) : null;
  }

  #getPlayback(): Playback {
    return this.#get<Playback>("playback") ?? IDLE;
  }

  #get<T>(key: StateKey): T | null {
    const [row] = this.#sql.exec<{ json: string }>("SELECT json FROM state WHERE key = ?", key).toArray();
    // only `#set` writes this column
    return row ? (JSON.parse(row.json) as T) : null;
  }

  #set(key: StateKey, value: unknown): void {
    this.#sql.exec("INSERT OR REPLACE INTO state (key, json) VALUES (?, ?)", key, JSON.stringify(value));
  }
}

function parsePerson({ json }: { readonly json: string }): Person {
  // only `#upsertPerson` writes this column
  return JSON.parse(json) as Person;
}
