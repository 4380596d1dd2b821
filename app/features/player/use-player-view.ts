import { useMemo } from "react";
import type { Engine } from "#app/audio/engine.ts";
import type { EngineStatus } from "#app/audio/engine-status.ts";
import { useStorePart } from "#app/lib/use-store.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { type PlayerState, type RoomPlayer, toPlayerState, toRoomPlayer } from "./player-state.ts";

/** The player of the room as this device shows it. */
export type PlayerView = RoomPlayer & {
  readonly state: PlayerState;
  /** True while this device plays in sync with the room. The interface uses the accent color only then. */
  readonly isInSync: boolean;
  readonly sound: EngineStatus["sound"];
  /** Why the current track cannot be played on this device. */
  readonly fault: EngineStatus["fault"];
};

/** The engine's status changes several times a second, and these parts of it rarely. */
export function usePlayerView(view: RoomView, { status }: Engine): PlayerView {
  const roomPlayer = useMemo(() => toRoomPlayer(view), [view]);
  const state = useStorePart(status, (current) => toPlayerState(view, roomPlayer, current));
  const isSyncGood = useStorePart(status, ({ syncState }) => syncState === "in-sync");
  const sound = useStorePart(status, (current) => current.sound);
  const fault = useStorePart(status, (current) => current.fault);
  return useMemo(
    () => ({ ...roomPlayer, state, isInSync: roomPlayer.isPlaying && isSyncGood, sound, fault }),
    [roomPlayer, state, isSyncGood, sound, fault],
  );
}
