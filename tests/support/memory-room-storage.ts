import { emptyRoom, evolve, type RoomState } from "#app/domain/room.ts";
import type { RoomStorage } from "#workers/room/room-storage.ts";

/** A room's storage that keeps text, as a database does: what comes out is never what went in. */
export function memoryRoomStorage(): RoomStorage {
  let text: string | null = null;
  return {
    load: () => (text === null ? null : (JSON.parse(text) as { state: RoomState; revision: number })),
    save(events, _state, revision) {
      const loaded: { state: RoomState } | null = text === null ? null : JSON.parse(text);
      const named = events.find((event) => event.type === "room-changed");
      const before = loaded?.state ?? (named?.type === "room-changed" ? emptyRoom(named.info) : null);
      if (!before) throw new Error("a room without a name");
      text = JSON.stringify({ state: events.reduce(evolve, before), revision });
    },
  };
}
