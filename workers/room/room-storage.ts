import type { Person } from "#app/domain/person.ts";
import type { Playback } from "#app/domain/playback.ts";
import type { Entry } from "#app/domain/playlist.ts";
import { emptyRoom, type RoomInfo, type RoomState } from "#app/domain/room.ts";
import type { RoomEvent } from "#app/domain/room-event.ts";

/** What a room keeps, in the SQLite of its object. `save` does to the tables what `evolve` does to the state. */
export type RoomStorage = {
  load(): { readonly state: RoomState; readonly revision: number } | null;
  /** All of it or, when something throws, nothing. */
  save(events: readonly RoomEvent[], revision: number): void;
};

const TABLES = `
  CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS people (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entries (id TEXT PRIMARY KEY, rank TEXT NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;
`;

type Fact = "info" | "playback" | "revision";

export function openRoomStorage(storage: DurableObjectStorage): RoomStorage {
  const { sql } = storage;
  sql.exec(TABLES);

  function fact<T>(key: Fact): T | null {
    const [row] = sql.exec<{ json: string }>("SELECT json FROM facts WHERE key = ?", key).toArray();
    // only `setFact` below writes here
    return row ? (JSON.parse(row.json) as T) : null;
  }

  function setFact(key: Fact, value: unknown): void {
    sql.exec("INSERT OR REPLACE INTO facts (key, json) VALUES (?, ?)", key, JSON.stringify(value));
  }

  function apply(event: RoomEvent): void {
    switch (event.type) {
      case "entries-added":
        for (const { rank, ...rest } of event.entries) {
          sql.exec("INSERT INTO entries (id, rank, json) VALUES (?, ?, ?)", rest.id, rank, JSON.stringify(rest));
        }
        return;
      case "entries-removed":
        for (const id of event.entryIds) sql.exec("DELETE FROM entries WHERE id = ?", id);
        return;
      case "entries-moved":
        for (const { entryId, rank } of event.ranks) sql.exec("UPDATE entries SET rank = ? WHERE id = ?", rank, entryId);
        return;
      case "playback-changed":
        return setFact("playback", event.playback);
      case "person-changed":
        sql.exec("INSERT OR REPLACE INTO people (id, json) VALUES (?, ?)", event.person.id, JSON.stringify(event.person));
        return;
      case "room-changed":
        return setFact("info", event.info);
    }
  }

  return {
    load() {
      const info = fact<RoomInfo>("info");
      if (!info) return null;
      const entries = sql.exec<{ rank: string; json: string }>("SELECT rank, json FROM entries ORDER BY rank").toArray();
      const people = sql.exec<{ json: string }>("SELECT json FROM people").toArray();
      const empty = emptyRoom(info);
      const state: RoomState = {
        info,
        playlist: entries.map(({ rank, json }): Entry => ({ ...JSON.parse(json), rank })),
        playback: fact<Playback>("playback") ?? empty.playback,
        people: Object.fromEntries(people.map(({ json }) => JSON.parse(json) as Person).map((person) => [person.id, person])),
      };
      return { state, revision: fact<number>("revision") ?? 0 };
    },

    save(events, revision) {
      storage.transactionSync(() => {
        for (const event of events) apply(event);
        setFact("revision", revision);
      });
    },
  };
}
