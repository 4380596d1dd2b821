import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, ObjectId, TrackId } from "#app/domain/ids.ts";
import type { PlayOrder } from "#app/domain/playback/play-order.ts";
import { IDLE, type Playback } from "#app/domain/playback/playback.ts";
import type { Entry, RankChange } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { emptyRoom, type RoomInfo, type RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { createPlayHistory } from "./play-history.ts";

/** What a room keeps, in the SQLite of its object. `save` brings the tables to the state that the events have led to. */
export type RoomStorage = {
  load(): { readonly state: RoomState; readonly revision: number } | null;
  /** All of it or, when something throws, nothing. */
  save(events: readonly RoomEvent[], state: RoomState, revision: number): void;
  /** Those of `ids` that were removed since. */
  removed(ids: readonly EntryId[], sinceMs: number): readonly Entry[];
  /** Where those of `ids` stood that were moved since. */
  stoodAt(ids: readonly EntryId[], sinceMs: number): readonly RankChange[];
  /** What plays one of these cannot come back. */
  forgetTracks(ids: readonly TrackId[]): void;
  /** What plays it comes back as it is now. */
  replaceRemovedTrack(id: TrackId, track: Track): void;
};

const TABLES = `
  CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS people (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS removed (id TEXT PRIMARY KEY, rank TEXT NOT NULL, json TEXT NOT NULL, at_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS moved (id TEXT PRIMARY KEY, rank TEXT NOT NULL, at_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entries (id TEXT PRIMARY KEY, rank TEXT NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;
`;

type Fact = "info" | "playback" | "order" | "revision";

export function createRoomStorage(storage: DurableObjectStorage): RoomStorage {
  const { sql } = storage;
  sql.exec(TABLES);
  const history = createPlayHistory(storage);

  function fact<T>(key: Fact): T | null {
    const [row] = sql.exec<{ json: string }>("SELECT json FROM facts WHERE key = ?", key).toArray();
    // only `setFact` below writes here
    return row ? (JSON.parse(row.json) as T) : null;
  }

  function setFact(key: Fact, value: unknown): void {
    sql.exec("INSERT OR REPLACE INTO facts (key, json) VALUES (?, ?)", key, JSON.stringify(value));
  }

  function findEntry(id: EntryId): Entry | null {
    const [row] = sql.exec<{ rank: string; json: string }>("SELECT rank, json FROM entries WHERE id = ?", id).toArray();
    return row ? readEntry(row) : null;
  }

  /** What nobody may take back any more. */
  function forget(beforeMs: number): void {
    sql.exec("DELETE FROM removed WHERE at_ms < ?", beforeMs);
    sql.exec("DELETE FROM moved WHERE at_ms < ?", beforeMs);
  }

  /** What is told again, after a connection was lost, has moved nothing. */
  function noteMove(id: EntryId, rank: string): void {
    const before = "SELECT id, rank, ? FROM entries WHERE id = ? AND rank <> ?";
    sql.exec(`INSERT OR REPLACE INTO moved ${before}`, Date.now(), id, rank);
  }

  function apply(event: RoomEvent, { order }: RoomState): void {
    switch (event.type) {
      case "entries-added":
        for (const { rank, ...rest } of event.entries) {
          sql.exec("INSERT INTO entries (id, rank, json) VALUES (?, ?, ?)", rest.id, rank, JSON.stringify(rest));
        }
        return;
      case "entries-removed":
        forget(Date.now() - playlistLimits.undoMs);
        for (const id of event.entryIds) {
          sql.exec("INSERT OR REPLACE INTO removed SELECT id, rank, json, ? FROM entries WHERE id = ?", Date.now(), id);
          sql.exec("DELETE FROM entries WHERE id = ?", id);
        }
        return setFact("order", order);
      case "entries-moved":
        forget(Date.now() - playlistLimits.undoMs);
        for (const { entryId, rank } of event.ranks) {
          // where it stood before stays known: who asks twice, having lost the answer, gets the same
          if (!event.isTakenBack) noteMove(entryId, rank);
          sql.exec("UPDATE entries SET rank = ? WHERE id = ?", rank, entryId);
        }
        return;
      case "track-changed":
        for (const id of event.entryIds) {
          const json = "json_set(json, '$.track', json(?))";
          sql.exec(`UPDATE entries SET json = ${json} WHERE id = ?`, JSON.stringify(event.track), id);
        }
        return;
      case "playback-changed":
        history.note(event, fact<Playback>("playback") ?? IDLE, findEntry);
        setFact("order", order);
        return setFact("playback", event.playback);
      case "order-changed":
      case "up-next-changed":
        return setFact("order", order);
      case "person-changed":
        sql.exec("INSERT OR REPLACE INTO people (id, json) VALUES (?, ?)", event.person.id, JSON.stringify(event.person));
        return;
      case "person-removed":
        sql.exec("DELETE FROM people WHERE id = ?", event.userId);
        return;
      case "room-changed":
        setFact("order", order);
        return setFact("info", event.info);
    }
  }

  return {
    load() {
      const stored = fact<StoredInfo>("info");
      if (!stored) return null;
      const info: RoomInfo = { ...stored, isFair: stored.isFair ?? false, isLeveled: stored.isLeveled ?? true };
      const entries = sql.exec<{ rank: string; json: string }>("SELECT rank, json FROM entries ORDER BY rank, id").toArray();
      const people = sql.exec<{ json: string }>("SELECT json FROM people").toArray();
      const empty = emptyRoom(info);
      const state: RoomState = {
        info,
        playlist: entries.map(readEntry),
        playback: fact<Playback>("playback") ?? empty.playback,
        order: fact<PlayOrder>("order") ?? empty.order,
        people: Object.fromEntries(people.map(({ json }) => JSON.parse(json) as Person).map((person) => [person.id, person])),
      };
      return { state, revision: fact<number>("revision") ?? 0 };
    },

    removed(ids, sinceMs) {
      const query = "SELECT rank, json FROM removed WHERE at_ms >= ? AND id IN (SELECT value FROM json_each(?))";
      return sql.exec<{ rank: string; json: string }>(query, sinceMs, JSON.stringify(ids)).toArray().map(readEntry);
    },

    stoodAt(ids, sinceMs) {
      const query = "SELECT id, rank FROM moved WHERE at_ms >= ? AND id IN (SELECT value FROM json_each(?))";
      const rows = sql.exec<{ id: EntryId; rank: string }>(query, sinceMs, JSON.stringify(ids)).toArray();
      return rows.map(({ id, rank }) => ({ entryId: id, rank }));
    },

    forgetTracks(ids) {
      const isTheirs = "json_extract(json, '$.track.id') IN (SELECT value FROM json_each(?))";
      sql.exec(`DELETE FROM removed WHERE ${isTheirs}`, JSON.stringify(ids));
    },

    replaceRemovedTrack(id, track) {
      const told = "json_set(json, '$.track', json(?))";
      sql.exec(`UPDATE removed SET json = ${told} WHERE json_extract(json, '$.track.id') = ?`, JSON.stringify(track), id);
    },

    save(events, state, revision) {
      storage.transactionSync(() => {
        for (const event of events) apply(event, state);
        setFact("revision", revision);
      });
    },
  };
}

/** Of a room that was stored before it had these settings. */
type StoredInfo = Omit<RoomInfo, "isFair" | "isLeveled"> & Partial<RoomInfo>;

/** Of entries that were stored before a track named its cover, and when it was uploaded. */
type Stored = Omit<Entry, "rank" | "track"> & { readonly coverRef?: string | null; readonly track: Partial<Track> };

function readEntry({ rank, json }: { readonly rank: string; readonly json: string }): Entry {
  // only `apply` above writes here
  const { coverRef, ...entry } = JSON.parse(json) as Stored;
  const cover = (coverRef?.split(".")[0] ?? null) as ObjectId | null;
  const unknown = { cover, loudnessLufs: null, truePeakDb: null, uploadedAtMs: entry.addedAtMs };
  const track = { ...unknown, ...entry.track } as Track;
  return { id: entry.id, rank, addedBy: entry.addedBy, addedAtMs: entry.addedAtMs, track };
}
