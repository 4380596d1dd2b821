import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, UserId } from "#app/domain/ids.ts";
import { type PlayOrder, withUpNext } from "#app/domain/playback/play-order.ts";
import { IDLE, type Playback } from "#app/domain/playback/playback.ts";
import type { PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import { type Entry, type RankChange, withEntries } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import type { Loudspeakers } from "#app/domain/room/loudspeakers.ts";
import { emptyRoom, type RoomInfo, type RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { chunk } from "#app/lib/chunk.ts";
import { type OnForgotten, RANKS_PER_STATEMENT } from "./departed-entries.ts";
import { PlayHistory } from "./play-history.ts";
import { type NewLogRow, RoomLog } from "./room-log.ts";
import { addTrackColumn, byId, ENTRIES_PER_STATEMENT, readEntries } from "./stored-entry.ts";

const TABLES = `
  CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS people (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entries (id TEXT PRIMARY KEY, rank TEXT NOT NULL, json TEXT NOT NULL, track TEXT) WITHOUT ROWID;
`;
/** The log has replaced these tables. */
const FORMER_TABLES = "DROP TABLE IF EXISTS removed; DROP TABLE IF EXISTS moved;";

/** The parts of the state that are stored as a whole. */
type ChangedPart = "info" | "playback" | "order" | "loudspeakers";
type StateKey = ChangedPart | "revision" | "playback-record";
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
    addTrackColumn(this.#sql, "entries");
    this.log = new RoomLog(storage.sql, onForgotten);
    this.history = new PlayHistory(storage.sql);
  }

  /** Null for a room that has stored nothing yet. */
  load(): StoredRoom | null {
    const info = this.#get<RoomInfo>("info");
    if (!info) return null;
    const empty = emptyRoom(info);
    const people = this.#sql.exec<{ json: string }>("SELECT json FROM people").toArray();
    const state: RoomState = {
      info,
      playlist: this.#loadPlaylist(),
      playback: this.#get<Playback>("playback") ?? empty.playback,
      order: toOrder(empty.order, this.#get<PlayOrder>("order")),
      loudspeakers: this.#get<Loudspeakers>("loudspeakers") ?? empty.loudspeakers,
      people: Object.fromEntries(people.map(parsePerson).map((person) => [person.id, person])),
    };
    const record = this.#get<PlaybackRecord>("playback-record");
    const playbackRecord = record && { ...record, order: toOrder(empty.order, record.order) };
    return { state, revision: this.#get<number>("revision") ?? 0, playbackRecord };
  }

  #loadPlaylist(): readonly Entry[] {
    const selection = `SELECT rank, json, track FROM entries WHERE id > ? ORDER BY id LIMIT ${ENTRIES_PER_STATEMENT}`;
    const playlist: Entry[] = [];
    for (let read: readonly Entry[] | null = null; read?.length !== 0; playlist.push(...read)) {
      read = readEntries(this.#sql, selection, playlist.at(-1)?.id ?? "");
    }
    return withEntries([], playlist);
  }

  /** Stores the effects of events, and what comes with them: all of it or, if something throws, nothing. */
  save(events: readonly RoomEvent[], state: RoomState, { revision, playbackRecord, edit }: SavedWithEvents): void {
    this.#storage.transactionSync(() => {
      const changed = new Set<ChangedPart>();
      let before = this.#getPlayback();
      for (const event of events) {
        for (const part of this.#apply(event, before)) changed.add(part);
        if ("playback" in event && event.playback) before = event.playback;
      }
      // once for all events: an order can be long
      for (const part of changed) this.#set(part, state[part]);
      if (edit) this.log.append(edit, Date.now());
      if (playbackRecord !== undefined) this.#set("playback-record", playbackRecord);
      this.#set("revision", revision);
    });
  }

  /**
   * Stores the rows of an event, and returns the parts of the state that it changes. An event without a case would not be stored.
   * @param before the playback before the event
   */
  #apply(event: RoomEvent, before: Playback): readonly ChangedPart[] {
    switch (event.type) {
      case "entries-added":
        this.#insertEntries(event.entries);
        return [];
      case "entries-removed":
      case "order-changed":
      case "queue-changed":
      case "queue-votes-changed":
        if (event.type === "entries-removed") this.#deleteEntries(event.entryIds);
        return ["order"];
      case "ranks-renewed":
      case "entries-moved":
        if (event.type === "ranks-renewed") this.log.departed.renewRanks(event.ranks);
        this.#updateRanks(event.ranks);
        return [];
      case "track-changed":
        this.#updateTrack(event.entryIds, event.track);
        return [];
      case "playback-changed":
        this.history.record(event, before, this.#findEntry);
        return ["order", "playback"];
      case "playback-controlled":
        this.history.interrupt(before, this.#findEntry);
        return [];
      case "playback-restored":
        if (event.playback) this.history.resume(event.playback, before, this.#findEntry);
        return ["order", "playback"];
      case "loudspeakers-changed":
        return ["loudspeakers"];
      case "person-changed":
        this.#upsertPerson(event.person);
        return [];
      case "person-removed":
        this.#deletePerson(event.userId);
        return [];
      case "room-changed":
        return ["order", "info"];
    }
  }

  #insertEntries(entries: readonly Entry[]): void {
    const returned = this.log.departed.putBack(entries);
    const added = entries.filter(({ id }) => !returned.has(id)).sort(byId);
    for (const group of chunk(added, ENTRIES_PER_STATEMENT)) {
      const rows = group.map(({ rank, ...rest }) => [rest.id, rank, JSON.stringify(rest)]);
      const insert = `INSERT OR FAIL INTO entries (id, rank, json)
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`;
      this.#sql.exec(insert, JSON.stringify(rows));
    }
  }

  /** The log may return them. */
  #deleteEntries(ids: readonly EntryId[]): void {
    this.log.departed.keep(ids);
    this.#sql.exec("DELETE FROM entries WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
  }

  #updateRanks(ranks: readonly RankChange[]): void {
    const update = "UPDATE entries SET rank = new.value ->> 1 FROM json_each(?) AS new WHERE entries.id = new.value ->> 0";
    const sorted = ranks.map(({ entryId: id, rank }) => ({ id, rank })).sort(byId);
    for (const group of chunk(sorted, RANKS_PER_STATEMENT)) {
      this.#sql.exec(update, JSON.stringify(group.map(({ id, rank }) => [id, rank])));
    }
  }

  #updateTrack(ids: readonly EntryId[], track: Track): void {
    const update = "UPDATE entries SET track = ? WHERE id IN (SELECT value FROM json_each(?))";
    this.#sql.exec(update, JSON.stringify(track), JSON.stringify(ids));
  }

  #deletePerson(id: UserId): void {
    this.#sql.exec("DELETE FROM people WHERE id = ?", id);
  }

  #upsertPerson(person: Person): void {
    this.#sql.exec("INSERT OR REPLACE INTO people (id, json) VALUES (?, ?)", person.id, JSON.stringify(person));
  }

  readonly #findEntry = (id: EntryId): Entry | null => {
    return readEntries(this.#sql, "SELECT rank, json, track FROM entries WHERE id = ?", id)[0] ?? null;
  };

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

/** A stored order. The queue had no limit once. */
function toOrder(empty: PlayOrder, stored: PlayOrder | null): PlayOrder {
  const order = { ...empty, ...stored };
  const { queuedEntries } = playlistLimits;
  return order.upNext.length > queuedEntries ? withUpNext(order, order.upNext.slice(0, queuedEntries)) : order;
}

function parsePerson({ json }: { readonly json: string }): Person {
  // only `#upsertPerson` writes this column
  return JSON.parse(json) as Person;
}
