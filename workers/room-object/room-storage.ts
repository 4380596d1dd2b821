import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, TrackId } from "#app/domain/ids.ts";
import type { PlayOrder } from "#app/domain/playback/play-order.ts";
import { IDLE, type Playback } from "#app/domain/playback/playback.ts";
import type { PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import type { Entry, RankChange } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { emptyRoom, type RoomInfo, type RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { PlayHistory } from "./play-history.ts";

const TABLES = `
  CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS people (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS removed (id TEXT PRIMARY KEY, rank TEXT NOT NULL, json TEXT NOT NULL, at_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS moved (id TEXT PRIMARY KEY, rank TEXT NOT NULL, at_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entries (id TEXT PRIMARY KEY, rank TEXT NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;
`;

/** Before the ranks that `renewRanks` gives. */
const FIRST_RANK = "Zz";

type StateKey = "info" | "playback" | "order" | "revision" | "playback-record";
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
};
type EntryRow = { rank: string; json: string };

/**
 * The state of a room in the SQLite database of its object, with its undo records and its play history. `save` writes only
 * the rows that the events have changed.
 */
export class RoomStorage {
  readonly history: PlayHistory;
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#sql.exec(TABLES);
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
      order: this.#get<PlayOrder>("order") ?? empty.order,
      people: Object.fromEntries(people.map(parsePerson).map((person) => [person.id, person])),
    };
    const playbackRecord = this.#get<PlaybackRecord>("playback-record");
    return { state, revision: this.#get<number>("revision") ?? 0, playbackRecord };
  }

  /** Stores the effects of events, and what comes with them: all of it or, if something throws, nothing. */
  save(events: readonly RoomEvent[], state: RoomState, { revision, playbackRecord }: SavedWithEvents): void {
    this.#storage.transactionSync(() => {
      for (const event of events) this.#apply(event, state);
      if (playbackRecord !== undefined) this.#set("playback-record", playbackRecord);
      this.#set("revision", revision);
    });
  }

  /** The given entries that were removed since `sinceMs`, server time. */
  removedEntries(ids: readonly EntryId[], sinceMs: number): readonly Entry[] {
    const query = "SELECT rank, json FROM removed WHERE at_ms >= ? AND id IN (SELECT value FROM json_each(?))";
    return this.#sql.exec<EntryRow>(query, sinceMs, JSON.stringify(ids)).toArray().map(parseEntry);
  }

  /** The former ranks of the given entries that were moved since `sinceMs`, server time. */
  previousRanks(ids: readonly EntryId[], sinceMs: number): readonly RankChange[] {
    const query = "SELECT id, rank FROM moved WHERE at_ms >= ? AND id IN (SELECT value FROM json_each(?))";
    const rows = this.#sql.exec<{ id: EntryId; rank: string }>(query, sinceMs, JSON.stringify(ids)).toArray();
    return rows.map(({ id, rank }) => ({ entryId: id, rank }));
  }

  /** Makes removals of deleted tracks final: they cannot be undone. */
  deleteRemovedTracks(ids: readonly TrackId[]): void {
    const hasTrack = "json_extract(json, '$.track.id') IN (SELECT value FROM json_each(?))";
    this.#sql.exec(`DELETE FROM removed WHERE ${hasTrack}`, JSON.stringify(ids));
  }

  /** Replaces a track in removed entries, so that an undo restores its current metadata. */
  replaceRemovedTrack(id: TrackId, track: Track): void {
    const json = "json_set(json, '$.track', json(?))";
    const update = `UPDATE removed SET json = ${json} WHERE json_extract(json, '$.track.id') = ?`;
    this.#sql.exec(update, JSON.stringify(track), id);
  }

  #apply(event: RoomEvent, { order }: RoomState): void {
    switch (event.type) {
      case "entries-added":
        return this.#insertEntries(event.entries);
      case "entries-removed":
        this.#moveToRemoved(event.entryIds);
        return this.#set("order", order);
      case "entries-moved":
        return this.#updateRanks(event.ranks, event.isUndo);
      case "ranks-renewed":
        return this.#renewRanks(event.ranks);
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
        return this.#set("order", order);
      case "person-changed":
        return this.#upsertPerson(event.person);
      case "person-removed":
        this.#sql.exec("DELETE FROM people WHERE id = ?", event.userId);
        return;
      case "room-changed":
        this.#set("order", order);
        return this.#set("info", event.info);
      default:
        // an event without a case would not be stored
        event satisfies never;
    }
  }

  #restorePlayback(playback: Playback): void {
    this.history.resume(playback, this.#getPlayback(), (id) => this.#findEntry(id));
    this.#set("playback", playback);
  }

  #insertEntries(entries: readonly Entry[]): void {
    for (const { rank, ...rest } of entries) {
      const insert = "INSERT INTO entries (id, rank, json) VALUES (?, ?, ?)";
      this.#sql.exec(insert, rest.id, rank, JSON.stringify(rest));
    }
  }

  #moveToRemoved(ids: readonly EntryId[]): void {
    this.#deleteExpiredUndo();
    for (const id of ids) {
      const copy = "INSERT OR REPLACE INTO removed SELECT id, rank, json, ? FROM entries WHERE id = ?";
      this.#sql.exec(copy, Date.now(), id);
      this.#sql.exec("DELETE FROM entries WHERE id = ?", id);
    }
  }

  /** An undo keeps the record of the move: a client that lost the reply and repeats the command gets the same result. */
  #updateRanks(ranks: readonly RankChange[], isUndo: boolean): void {
    this.#deleteExpiredUndo();
    for (const { entryId, rank } of ranks) {
      // an unchanged rank is a repeated command, which has moved nothing
      const before = "SELECT id, rank, ? FROM entries WHERE id = ? AND rank <> ?";
      if (!isUndo) this.#sql.exec(`INSERT OR REPLACE INTO moved ${before}`, Date.now(), entryId, rank);
      this.#sql.exec("UPDATE entries SET rank = ? WHERE id = ?", rank, entryId);
    }
  }

  /** Undone entries return next to the entry after which they were. */
  #renewRanks(ranks: readonly RankChange[]): void {
    const before = this.#sql.exec<{ id: EntryId; rank: string }>("SELECT id, rank FROM entries ORDER BY rank").toArray();
    const renewed = new Map(ranks.map(({ entryId, rank }) => [entryId, rank]));
    for (const table of ["removed", "moved"]) {
      for (const { id, rank } of this.#sql.exec<{ id: string; rank: string }>(`SELECT id, rank FROM ${table}`).toArray()) {
        const previous = before.findLast((entry) => entry.rank < rank);
        this.#sql.exec(`UPDATE ${table} SET rank = ? WHERE id = ?`, rankNextTo(previous && renewed.get(previous.id)), id);
      }
    }
    this.#updateRanks(ranks, true);
  }

  #updateTrack(ids: readonly EntryId[], track: Track): void {
    const update = "UPDATE entries SET json = json_set(json, '$.track', json(?)) WHERE id = ?";
    for (const id of ids) this.#sql.exec(update, JSON.stringify(track), id);
  }

  #upsertPerson(person: Person): void {
    this.#sql.exec("INSERT OR REPLACE INTO people (id, json) VALUES (?, ?)", person.id, JSON.stringify(person));
  }

  #deleteExpiredUndo(): void {
    const beforeMs = Date.now() - playlistLimits.undoMs;
    this.#sql.exec("DELETE FROM removed WHERE at_ms < ?", beforeMs);
    this.#sql.exec("DELETE FROM moved WHERE at_ms < ?", beforeMs);
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

/** A rank directly after the given one, or before all others. */
function rankNextTo(rank: string | undefined): string {
  return rank === undefined ? FIRST_RANK : `${rank}V`;
}

function parseEntry({ rank, json }: EntryRow): Entry {
  // only `#insertEntries` and `#updateTrack` write this column
  return { ...(JSON.parse(json) as Omit<Entry, "rank">), rank };
}

function parsePerson({ json }: { readonly json: string }): Person {
  // only `#upsertPerson` writes this column
  return JSON.parse(json) as Person;
}
