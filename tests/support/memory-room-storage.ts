import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { emptyRoom, evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomStorage } from "#workers/room-object/room-storage.ts";

/** A room's storage that keeps text, as a database does: what comes out is never what went in. Forgets no removal and no move. */
export function memoryRoomStorage(): RoomStorage {
  let text: string | null = null;
  const gone = new Map<EntryId, Entry>();
  const stood = new Map<EntryId, string>();
  return {
    load: () => (text === null ? null : (JSON.parse(text) as { state: RoomState; revision: number })),
    save(events, _state, revision) {
      const loaded: { state: RoomState } | null = text === null ? null : JSON.parse(text);
      const named = events.find((event) => event.type === "room-changed");
      const before = loaded?.state ?? (named?.type === "room-changed" ? emptyRoom(named.info) : null);
      if (!before) throw new Error("a room without a name");
      for (const event of events) {
        if (event.type === "entries-removed") {
          for (const entry of before.playlist) if (event.entryIds.includes(entry.id)) gone.set(entry.id, entry);
        }
        if (event.type === "entries-moved" && !event.isTakenBack) {
          for (const { entryId, rank: next } of event.ranks) {
            const rank = before.playlist.find(({ id }) => id === entryId)?.rank;
            if (rank !== undefined && rank !== next) stood.set(entryId, rank);
          }
        }
      }
      text = JSON.stringify({ state: events.reduce(evolve, before), revision });
    },
    removed: (ids) => ids.flatMap((id) => gone.get(id) ?? []),
    stoodAt: (ids) =>
      ids.flatMap((entryId) => {
        const rank = stood.get(entryId);
        return rank === undefined ? [] : [{ entryId, rank }];
      }),
    forgetTracks(ids) {
      for (const [id, { track }] of gone) if (ids.includes(track.id)) gone.delete(id);
    },
    replaceRemovedTrack(trackId, track) {
      for (const [id, entry] of gone) if (entry.track.id === trackId) gone.set(id, { ...entry, track });
    },
  };
}
