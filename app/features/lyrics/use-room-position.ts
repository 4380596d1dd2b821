import { useCallback } from "react";
import type { Engine } from "#app/audio/engine.ts";
import { currentEntryId, positionAt } from "#app/domain/playback/playback.ts";
import { type Entry, findEntry } from "#app/domain/playlist/playlist.ts";
import { useStore } from "#app/lib/use-store.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";

export type RoomPosition = {
  /** The current entry. */
  readonly entry: Entry | undefined;
  readonly isPlaying: boolean;
  /** The position of the room in the current entry now, ms: what is audible on a device in sync. */
  readonly positionMs: () => number;
};

export function useRoomPosition(connection: RoomConnection, engine: Engine): RoomPosition {
  const { state } = useRoomView(connection);
  // renders again when the clock of the room becomes known
  useStore(engine.status);
  const playback = state?.playback;
  const entry = state ? findEntry(state.playlist, currentEntryId(state.playback)) : undefined;
  const durationMs = entry?.track.durationMs ?? 0;
  const positionMs = useCallback(() => {
    if (!playback || playback.status === "idle") return 0;
    const nowMs = engine.serverNowMs();
    return Math.min(durationMs, nowMs === null ? playback.positionMs : positionAt(playback, nowMs));
  }, [playback, durationMs, engine]);
  return { entry, isPlaying: playback?.status === "playing", positionMs };
}
