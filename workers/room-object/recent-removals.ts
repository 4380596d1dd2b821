import type { RoomId, TrackId } from "#app/domain/ids.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import type { AnyCommand } from "#app/domain/room/decide.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { deleteRoomTracks, type RemovedTrack } from "#db/queries/tracks.ts";
import { logError } from "#workers/http/log-error.ts";
import { openDb } from "#workers/http/open-db.ts";
import type { StateChange } from "./room-store.ts";

type Deps = {
  readonly env: Env;
  readonly sql: SqlStorage;
  readonly isRemoved: () => boolean;
  /** Called with tracks that the index does not list any more. An undo may still return them. */
  readonly onFinished: (trackIds: readonly TrackId[]) => void;
};

const TABLES = `
  CREATE TABLE IF NOT EXISTS recent_removals (track_id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS recent_removals_age ON recent_removals (at_ms);
`;
/** Most removals that are undone are undone within this time. After it no addition of the track is still on its way either. */
const KEPT_MS = 65_000;
const RETRY_MS = 60_000;
const TRACKS_PER_ALARM = 1000;

/**
 * The tracks that have recently left the playlist. The index of room tracks in D1 keeps listing them for a minute; then they
 * are deleted from it. An undo after that lists them again first (`ReturningTracks`).
 */
export class RecentRemovals {
  readonly #deps: Deps;
  /** When D1 may be queried again after it has failed, server time. */
  #retryAtMs = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.sql.exec(TABLES);
  }

  /** Records the tracks that events have removed. Runs in the turn of the events, so that both are stored or neither. */
  record(events: readonly RoomEvent[], change: StateChange): void {
    this.#insert(tracksRemoved(events, change), Date.now());
  }

  /**
   * Records the tracks of a command that the playlist does not contain after it, such as those of a refused addition. The
   * index may list them for the room.
   */
  recordMissing(command: AnyCommand, { playlist }: RoomState): void {
    const { trackIds, listedAtMs } = tracksOf(command);
    if (trackIds.length === 0) return;
    // the Worker's clock, which has set `listedAtMs`, may be ahead of this one
    this.#insert(listAbsent(trackIds, playlist), Math.max(Date.now(), listedAtMs) + 1);
  }

  /** Records those of the tracks that the playlist does not contain: the index has just listed them in vain. */
  recordAbsent(trackIds: readonly TrackId[], { playlist }: RoomState): void {
    this.#insert(listAbsent(trackIds, playlist), Date.now() + 1);
  }

  /** Records tracks that the log has forgotten, so that what is left of them is deleted. The index does not list them. */
  recordForgotten(trackIds: readonly TrackId[]): void {
    this.#deps.sql.exec("INSERT OR IGNORE INTO recent_removals SELECT value, 0 FROM json_each(?)", JSON.stringify(trackIds));
  }

  /** Whether the index lists a track that has left the playlist. */
  isListed(trackId: TrackId): boolean {
    const query = "SELECT at_ms FROM recent_removals WHERE track_id = ?";
    const [row] = this.#deps.sql.exec<{ at_ms: number }>(query, trackId).toArray();
    return row !== undefined && Date.now() - row.at_ms < KEPT_MS;
  }

  /** When the index forgets the next track, server time; null if there is none. */
  dueMs(): number | null {
    const query = "SELECT min(at_ms) AS first FROM recent_removals";
    const { first } = this.#deps.sql.exec<{ first: number | null }>(query).one();
    return first === null ? null : Math.max(first + KEPT_MS, this.#retryAtMs);
  }

  /** Deletes the tracks from the index that left long enough ago, unless the playlist contains them again. */
  async finish({ info, playlist }: RoomState, nowMs: number): Promise<void> {
    const dueMs = this.dueMs();
    if (dueMs === null || nowMs < dueMs) return;
    const due = this.#listDue(nowMs);
    const present = new Set(playlist.map(({ track }) => track.id));
    const removed = due.filter(({ trackId }) => !present.has(trackId));
    const isDeleted = removed.length === 0 || (await this.#deleteFromIndex(info.id, removed));
    if (this.#deps.isRemoved()) return;
    if (isDeleted) {
      this.#clear(due);
      this.#deps.onFinished(removed.map(({ trackId }) => trackId));
    }
    if (!isDeleted) this.#retryAtMs = nowMs + RETRY_MS;
  }

  #insert(trackIds: Iterable<TrackId>, atMs: number): void {
    const insert = "INSERT OR REPLACE INTO recent_removals SELECT value, ? FROM json_each(?)";
    this.#deps.sql.exec(insert, atMs, JSON.stringify([...trackIds]));
  }

  #listDue(nowMs: number): readonly RemovedTrack[] {
    const query = "SELECT track_id, at_ms FROM recent_removals WHERE at_ms <= ? ORDER BY at_ms LIMIT ?";
    const rows = this.#deps.sql.exec<{ track_id: TrackId; at_ms: number }>(query, nowMs - KEPT_MS, TRACKS_PER_ALARM);
    return rows.toArray().map(({ track_id, at_ms }) => ({ trackId: track_id, atMs: at_ms }));
  }

  /** A track that was removed again meanwhile has a later time and stays. */
  #clear(finished: readonly RemovedTrack[]): void {
    const rows = JSON.stringify(finished.map(({ trackId, atMs }) => [trackId, atMs]));
    const isFinished = "(track_id, at_ms) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))";
    this.#deps.sql.exec(`DELETE FROM recent_removals WHERE ${isFinished}`, rows);
  }

  async #deleteFromIndex(roomId: RoomId, removed: readonly RemovedTrack[]): Promise<boolean> {
    try {
      await deleteRoomTracks(openDb(this.#deps.env), roomId, removed);
      return true;
    } catch (error) {
      logError("room-tracks", error, { room: roomId });
      return false;
    }
  }
}

function listAbsent(trackIds: readonly TrackId[], playlist: Playlist): readonly TrackId[] {
  const present = new Set(playlist.map(({ track }) => track.id));
  return trackIds.filter((id) => !present.has(id));
}

/** The tracks that the affected entries played before the events and that no entry plays after them. */
function tracksRemoved(events: readonly RoomEvent[], { before, after }: StateChange): ReadonlySet<TrackId> {
  const affected = new Set(
    events.flatMap((event) => (event.type === "entries-removed" || event.type === "track-changed" ? event.entryIds : [])),
  );
  if (affected.size === 0) return new Set();
  const removed = new Set(before.playlist.filter(({ id }) => affected.has(id)).map(({ track }) => track.id));
  for (const { track } of after.playlist) removed.delete(track.id);
  return removed;
}

/** The tracks that a command adds or replaces, and when the index listed them; 0 if that is not known. */
function tracksOf(command: AnyCommand): { readonly trackIds: readonly TrackId[]; readonly listedAtMs: number } {
  switch (command.type) {
    case "add":
      return {
        trackIds: command.entries.map(({ track }) => track.id),
        listedAtMs: Math.max(...command.entries.map(({ addedAtMs }) => addedAtMs)),
      };
    case "replace-track":
      return { trackIds: [command.trackId, command.track.id], listedAtMs: 0 };
    default:
      return { trackIds: [], listedAtMs: 0 };
  }
}
