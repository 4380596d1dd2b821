import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { ReplaceTrackCommand, RoomCommand, ServerCommand } from "#app/domain/room/room-command.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { createDb } from "#db/client.ts";
import { deleteRoomTracks, type RemovedTrack } from "#db/queries/tracks.ts";
import { logError } from "#workers/http/log-error.ts";

/** Tracks that have left the playlist: the index in D1 names the room for as long as they may come back. */
export type RecentRemovals = {
  /** In the turn of the events, so that both are written or none. */
  note(events: readonly RoomEvent[], change: Change): void;
  /** What the index names the room for although nothing plays it: an addition that was refused, a track told of in vain. */
  noteStray(command: RoomCommand | ReplaceTrackCommand | ServerCommand, state: RoomState): void;
  /** When the next of them is let go of; null: none is. */
  dueMs(): number | null;
  settleDue(state: RoomState, nowMs: number): Promise<void>;
};

export type Change = { readonly before: RoomState; readonly after: RoomState };

const TABLES = `
  CREATE TABLE IF NOT EXISTS recent_removals (track_id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS recent_removals_age ON recent_removals (at_ms);
`;
/** After that nothing that was removed can be brought back, nor is anything added that was on its way. */
const KEPT_MS = playlistLimits.undoMs + 5000;
const RETRY_MS = 60_000;
const AT_ONCE = 1000;

type Deps = {
  readonly env: Env;
  readonly storage: DurableObjectStorage;
  /** The room has been removed while the directory was told: there is nothing to note any more. */
  readonly isEnded: () => boolean;
};

export function createRecentRemovals({ env, storage, isEnded }: Deps): RecentRemovals {
  const { sql } = storage;
  sql.exec(TABLES);
  /** The directory has not answered: not before that it is asked again. */
  let waitsUntilMs = 0;

  function listDue(nowMs: number): readonly RemovedTrack[] {
    const query = "SELECT track_id, at_ms FROM recent_removals WHERE at_ms <= ? ORDER BY at_ms LIMIT ?";
    const rows = sql.exec<{ track_id: TrackId; at_ms: number }>(query, nowMs - KEPT_MS, AT_ONCE).toArray();
    return rows.map(({ track_id, at_ms }) => ({ trackId: track_id, atMs: at_ms }));
  }

  /** Unless one has been noted again meanwhile. */
  function forget(settled: readonly RemovedTrack[]): void {
    for (const { trackId, atMs } of settled)
      sql.exec("DELETE FROM recent_removals WHERE track_id = ? AND at_ms = ?", trackId, atMs);
  }

  async function tellDirectory(roomId: RoomId, gone: readonly RemovedTrack[]): Promise<boolean> {
    try {
      await deleteRoomTracks(createDb(env.DB), roomId, gone);
      return true;
    } catch (error) {
      logError("room-tracks", error, { room: roomId });
      return false;
    }
  }

  return {
    note(events, change) {
      const nowMs = Date.now();
      for (const id of tracksRemoved(events, change))
        sql.exec("INSERT OR REPLACE INTO recent_removals VALUES (?, ?)", id, nowMs);
    },
    noteStray(command, { playlist }) {
      const named = namedBy(command);
      if (named.trackIds.size === 0) return;
      for (const { track } of playlist) named.trackIds.delete(track.id);
      // the Worker's clock may be ahead
      const atMs = Math.max(Date.now(), named.saidAtMs) + 1;
      for (const id of named.trackIds) sql.exec("INSERT OR REPLACE INTO recent_removals VALUES (?, ?)", id, atMs);
    },
    dueMs() {
      const { first } = sql.exec<{ first: number | null }>("SELECT min(at_ms) AS first FROM recent_removals").one();
      return first === null ? null : Math.max(first + KEPT_MS, waitsUntilMs);
    },
    async settleDue({ info, playlist }, nowMs) {
      if (nowMs < (this.dueMs() ?? Number.POSITIVE_INFINITY)) return;
      const due = listDue(nowMs);
      const held = new Set(playlist.map(({ track }) => track.id));
      const gone = due.filter(({ trackId }) => !held.has(trackId));
      const isTold = gone.length === 0 || (await tellDirectory(info.id, gone));
      if (isEnded()) return;
      if (isTold) forget(due);
      else waitsUntilMs = nowMs + RETRY_MS;
    },
  };
}

/** What nothing plays any more that was played by what the events took away or told to be something else. */
function tracksRemoved(events: readonly RoomEvent[], { before, after }: Change): ReadonlySet<TrackId> {
  const touched = new Set(
    events.flatMap((event) => (event.type === "entries-removed" || event.type === "track-changed" ? event.entryIds : [])),
  );
  if (touched.size === 0) return new Set();
  const gone = new Set(before.playlist.filter(({ id }) => touched.has(id)).map(({ track }) => track.id));
  for (const { track } of after.playlist) gone.delete(track.id);
  return gone;
}

/** The tracks that a command is about, and when the index was told of them. */
function namedBy(command: RoomCommand | ReplaceTrackCommand | ServerCommand) {
  if (command.type === "add") {
    const { entries } = command;
    return {
      trackIds: new Set(entries.map(({ track }) => track.id)),
      saidAtMs: Math.max(...entries.map(({ addedAtMs }) => addedAtMs)),
    };
  }
  return { trackIds: new Set(command.type === "replace-track" ? [command.trackId, command.track.id] : []), saidAtMs: 0 };
}
