import type { EngineStatus } from "#app/audio/engine-status.ts";
import { CLOSED_ROOM, can } from "#app/domain/access/permissions.ts";
import { DEFAULT_PLAY_ORDER, type PlayOrder } from "#app/domain/playback/play-order.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { type Entry, findEntry } from "#app/domain/playlist/playlist.ts";
import type { SkipVoteTally } from "#app/domain/votes/skip-vote.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

/** The state that the player bar shows (SPEC §2). */
export type PlayerState =
  /** This device is silent until the user presses Listen: the browser requires a gesture, or the user has stopped listening. */
  | "connect"
  | "empty"
  /** The current track is being decoded. */
  | "processing"
  | "ready"
  | "syncing"
  | "in-sync"
  /** This device plays where it should by its own clocks, which cannot know enough to call it in sync. */
  | "uncertain"
  | "sync-error"
  | "reconnecting"
  /** The current track cannot be played on this device. */
  | "fault";

export type OwnSkipVote = SkipVoteTally & {
  /** The user has voted to skip. */
  readonly isOwn: boolean;
};

/** The part of the player that follows from the room alone. */
export type RoomPlayer = {
  /** The current entry. */
  readonly entry: Entry | undefined;
  readonly isPlaying: boolean;
  readonly canControl: boolean;
  readonly order: PlayOrder;
  /** The vote that a skip by this user needs. Null if it needs none. */
  readonly skipVote: OwnSkipVote | null;
};

export function toRoomPlayer(view: RoomView): RoomPlayer {
  const room = view.state;
  const entry = room ? findEntry(room.playlist, currentEntryId(room.playback)) : undefined;
  const isPlaying = room?.playback.status === "playing";
  const canControl = can(view.self.effectiveRole, "control-playback", room?.info ?? CLOSED_ROOM);
  const order = room?.order ?? DEFAULT_PLAY_ORDER;
  const skipVote = toOwnSkipVote(view, entry);
  return { entry, isPlaying, canControl, order, skipVote };
}

function toOwnSkipVote({ votes, self, state }: RoomView, entry: Entry | undefined): OwnSkipVote | null {
  const { skip, own } = votes;
  if (!skip || !state || skip.entryId !== entry?.id) return null;
  if (can(self.effectiveRole, "skip-without-vote", state.info)) return null;
  return { ...skip, isOwn: own.skip === skip.entryId };
}

export function toPlayerState(
  { connection }: RoomView,
  { entry, isPlaying, canControl }: RoomPlayer,
  status: EngineStatus,
): PlayerState {
  if (connection !== "open") return "reconnecting";
  if (!entry) return "empty";
  if (status.fault) return "fault";
  if (status.sound === "stopped") return "connect";
  // While the room is paused, a user with control presses play, which is the gesture.
  if (status.sound === "locked" && (isPlaying || !canControl)) return "connect";
  if (!isPlaying) return status.sound === "on" && status.bufferedToMs === null ? "processing" : "ready";
  if (status.syncState === "in-sync" || status.syncState === "uncertain") return status.syncState;
  return status.syncState === "error" ? "sync-error" : "syncing";
}
