import type { EntryId, TrackId } from "#app/domain/ids.ts";
import type { AnyCommand } from "#app/domain/room/decide.ts";
import { chunk } from "#app/lib/chunk.ts";
import { relistRoomTracks, toTrack } from "#db/queries/tracks.ts";
import { openDb } from "#workers/http/open-db.ts";
import type { LogRecords } from "./log-records.ts";
import type { RecentRemovals } from "./recent-removals.ts";
import type { RoomLog } from "./room-log.ts";
import type { RoomStore } from "./room-store.ts";

type Deps = {
  readonly env: Env;
  readonly log: RoomLog;
  readonly records: LogRecords;
  readonly recentRemovals: RecentRemovals;
  readonly isRemoved: () => boolean;
};

const TRACKS_PER_QUERY = 1000;

/**
 * Tracks that an undo brings back after the index in D1 has forgotten them. They are listed there first, as for an addition:
 * a track that was deleted meanwhile stays away, and a later deletion finds the room.
 */
export class ReturningTracks {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Runs a command: in this turn, unless it undoes a long edit or returns tracks that must be listed first. */
  run<T>(room: RoomStore, command: AnyCommand, act: () => T): T | Promise<T> {
    const trackIds = this.#listUnlisted(room, command);
    const run = () => this.#deps.records.run(command, act);
    return trackIds.length === 0 ? run() : this.#listAndRun(room, trackIds, run);
  }

  async #listAndRun<T>(room: RoomStore, trackIds: readonly TrackId[], run: () => T | Promise<T>): Promise<T> {
    const { recentRemovals, isRemoved } = this.#deps;
    for (const ids of chunk(trackIds, TRACKS_PER_QUERY)) await this.#list(room, ids);
    if (isRemoved()) throw new Error("the room was removed");
    try {
      return await run();
    } finally {
      recentRemovals.recordAbsent(trackIds, room.state());
    }
  }

  async #list(room: RoomStore, trackIds: readonly TrackId[]): Promise<void> {
    const { env, log, isRemoved } = this.#deps;
    const roomId = room.state().info.id;
    const available = await relistRoomTracks(openDb(env), { roomId, trackIds, nowMs: Date.now() });
    if (isRemoved()) return;
    const found = new Set(available.map(({ id }) => id));
    log.removeTracks(trackIds.filter((id) => !found.has(id)));
    for (const row of available) log.departed.replaceTrack(row.id, toTrack(row));
  }

  #listUnlisted(room: RoomStore, command: AnyCommand): readonly TrackId[] {
    const { log, recentRemovals } = this.#deps;
    const entryIds = this.#listEntries(command);
    const returning = entryIds.length === 0 ? [] : log.departed.listTracks(entryIds);
    if (returning.length === 0) return [];
    const present = new Set(room.state().playlist.map(({ track }) => track.id));
    return returning.filter((id) => !present.has(id) && !recentRemovals.isListed(id));
  }

  #listEntries(command: AnyCommand): readonly EntryId[] {
    const { log } = this.#deps;
    switch (command.type) {
      case "undo":
        return (log.findEdit(command.editId)?.changes ?? []).map(({ entryId }) => entryId);
      case "set-back":
        return (log.placementsBefore(command.place) ?? []).flatMap(({ entryId, rank }) => (rank === null ? [] : entryId));
      default:
        return [];
    }
  }
}
