import type { EntryId } from "#app/domain/ids.ts";
import type { Entry, Playlist } from "#app/domain/playlist/playlist.ts";
import { emptyRoom, evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import type { RoomStoreDeps } from "#workers/room-object/room-store.ts";

type Storage = RoomStoreDeps["storage"];
type Stored = NonNullable<ReturnType<Storage["load"]>>;

/** A room's storage in memory. It stores JSON, as a database does. Undo records never expire. */
export function createMemoryRoomStorage(): Storage {
  let json: string | null = null;
  const removed = new Map<EntryId, Entry>();
  const previousRanks = new Map<EntryId, string>();
  const load = (): Stored | null => (json === null ? null : JSON.parse(json));

  function recordUndo(event: RoomEvent, playlist: Playlist): void {
    if (event.type === "entries-removed") {
      for (const entry of playlist) if (event.entryIds.includes(entry.id)) removed.set(entry.id, entry);
    }
    if (event.type === "entries-moved" && !event.isUndo) {
      for (const { entryId, rank: newRank } of event.ranks) {
        const rank = playlist.find(({ id }) => id === entryId)?.rank;
        if (rank !== undefined && rank !== newRank) previousRanks.set(entryId, rank);
      }
    }
  }

  return {
    load,
    save(events, _state, { revision, playbackRecord }) {
      const stored = load();
      const before = stored?.state ?? createState(events);
      for (const event of events) recordUndo(event, before.playlist);
      const record = playbackRecord === undefined ? (stored?.playbackRecord ?? null) : playbackRecord;
      json = JSON.stringify({ state: events.reduce(evolve, before), revision, playbackRecord: record });
    },
    removedEntries: (ids) => ids.flatMap((id) => removed.get(id) ?? []),
    previousRanks: (ids) =>
      ids.flatMap((entryId) => {
        const rank = previousRanks.get(entryId);
        return rank === undefined ? [] : [{ entryId, rank }];
      }),
  };
}

/** The first events of a room set its settings. */
function createState(events: readonly RoomEvent[]): RoomState {
  const created = events.find((event) => event.type === "room-changed");
  if (created?.type !== "room-changed") throw new Error("a new room needs settings");
  return emptyRoom(created.info);
}
