import type { EngineStatus } from "#app/audio/engine-status.ts";
import { can } from "#app/domain/access/permissions.ts";
import { PLAIN_ORDER, type PlayOrder } from "#app/domain/playback/play-order.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { type Entry, findEntry } from "#app/domain/playlist/playlist.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

/** What the player bar says, one word a state (SPEC §2). */
export type PlayerState =
  /** Others listen, this device is silent: a press is needed. */
  | "connect"
  | "empty"
  /** The current track is being made ready on this device. */
  | "processing"
  | "ready"
  | "syncing"
  | "in-sync"
  | "late"
  | "reconnecting"
  | "fault";

export type PlayerView = {
  readonly state: PlayerState;
  readonly entry: Entry | undefined;
  readonly isPlaying: boolean;
  readonly canControl: boolean;
  readonly order: PlayOrder;
  /** This device sounds where the room is: the only thing that the lamp's colour says. */
  readonly isLit: boolean;
};

export function playerView(view: RoomView, status: EngineStatus): PlayerView {
  const room = view.state;
  const entry = room ? findEntry(room.playlist, currentEntryId(room.playback)) : undefined;
  const isPlaying = room?.playback.status === "playing";
  const canControl = can(view.self.effectiveRole, "control-playback");
  const state = stateOf(view, status, { hasEntry: entry !== undefined, isPlaying, canControl });
  const order = room?.order ?? PLAIN_ORDER;
  return { state, entry, isPlaying, canControl, order, isLit: isPlaying && status.lamp === "in-sync" };
}

function stateOf(
  view: RoomView,
  status: EngineStatus,
  {
    hasEntry,
    isPlaying,
    canControl,
  }: { readonly hasEntry: boolean; readonly isPlaying: boolean; readonly canControl: boolean },
): PlayerState {
  if (view.connection !== "open") return "reconnecting";
  if (!hasEntry) return "empty";
  if (status.fault) return "fault";
  // who may press play lets the sound out by doing so
  if (status.sound === "locked" && (isPlaying || !canControl)) return "connect";
  if (!isPlaying) return status.sound === "on" && status.filledToMs === null ? "processing" : "ready";
  if (status.lamp === "in-sync") return "in-sync";
  return status.lamp === "error" ? "late" : "syncing";
}
