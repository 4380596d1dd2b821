import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, ObjectId } from "#app/domain/ids.ts";
import { type LastPlay, type Play, updateHistory } from "#app/domain/playback/history.ts";
import type { PlaybackChange } from "#app/domain/playback/play-order.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomState } from "#app/domain/room/room.ts";

/** What has played in a room, in the SQLite of its object. */
export type PlayHistory = {
  /** Notes what a change of the playback begins. `findEntry` knows the playlist of that moment. */
  note(change: PlaybackChange, before: Playback, findEntry: (id: EntryId) => Entry | null): void;
  /** The latest before a time, newest first. */
  page(beforeMs: number): HistoryPage;
};

export type HistoryPage = {
  readonly plays: readonly Play[];
  /** Where the next page begins; null: this was the last. */
  readonly nextBeforeMs: number | null;
};

// places are counted without a gap, so that the oldest are told by their number
const TABLE = `
  CREATE TABLE IF NOT EXISTS history (
    place INTEGER PRIMARY KEY, at_ms REAL NOT NULL, entry_id TEXT NOT NULL, played_ms REAL NOT NULL, is_over INTEGER NOT NULL,
    json TEXT NOT NULL
  );
`;

type Row = { place: number; at_ms: number; entry_id: EntryId; played_ms: number; is_over: number; json: string };

export function createPlayHistory({ sql }: DurableObjectStorage): PlayHistory {
  sql.exec(TABLE);

  function write(place: number, { addedBy, id, track }: Entry, atMs: number): void {
    const { title, artist, durationMs } = track;
    const json = JSON.stringify({ trackId: track.id, title, artist, durationMs, addedBy } satisfies Told);
    const columns = "(place, at_ms, entry_id, played_ms, is_over, json) VALUES (?, ?, ?, 0, 0, ?)";
    sql.exec(`INSERT OR REPLACE INTO history ${columns}`, place, atMs, id, json);
    sql.exec("DELETE FROM history WHERE place <= ?", place - playbackLimits.historyEntries);
  }

  return {
    note(change, before, findEntry) {
      const [row] = sql.exec<Row>("SELECT * FROM history ORDER BY place DESC LIMIT 1").toArray();
      const known = row ? lastOf(row, findEntry(row.entry_id)) : null;
      const { last, begun } = updateHistory(known, change, { before, serverNowMs: Date.now() });
      const place = row?.place ?? 0;
      if (last) {
        const update = "UPDATE history SET played_ms = ?, is_over = ? WHERE place = ?";
        sql.exec(update, last.playedMs, last.isOver ? 1 : 0, place);
      }
      const entry = begun && findEntry(begun.entryId);
      if (entry) write(begun.isReplacing ? place : place + 1, entry, begun.atMs);
    },

    page(beforeMs) {
      const query = "SELECT * FROM history WHERE at_ms < ? ORDER BY place DESC LIMIT ?";
      const rows = sql.exec<Row>(query, beforeMs, playbackLimits.historyPage + 1).toArray();
      const plays = rows.slice(0, playbackLimits.historyPage).map((row) => ({ ...toldBy(row), atMs: row.at_ms }));
      return { plays, nextBeforeMs: rows.length > plays.length ? (plays.at(-1)?.atMs ?? null) : null };
    },
  };
}

/** A play with what there is to show beside it. */
export type PlayView = Omit<Play, "addedBy"> & {
  /** Null: nobody knows them any more. */
  readonly addedBy: Person | null;
  /** The playlist holds the track now. */
  readonly isHere: boolean;
  /** As it is now; a room shows nothing of a track that it does not hold. */
  readonly cover: ObjectId | null;
};

export function toPlayViews(plays: readonly Play[], { playlist, people }: RoomState): readonly PlayView[] {
  const covers = new Map(playlist.map(({ track }) => [track.id, track.cover]));
  return plays.map((play) => ({
    ...play,
    addedBy: people[play.addedBy] ?? null,
    isHere: covers.has(play.trackId),
    cover: covers.get(play.trackId) ?? null,
  }));
}

type Told = Omit<Play, "atMs">;

function toldBy({ json }: Row): Told {
  // only `write` above writes here
  return JSON.parse(json) as Told;
}

/** As long as the playlist holds it, it is as long as it is there. */
function lastOf(row: Row, entry: Entry | null): LastPlay {
  const { durationMs } = entry?.track ?? toldBy(row);
  return { entryId: row.entry_id, durationMs, playedMs: row.played_ms, isOver: row.is_over === 1 };
}
