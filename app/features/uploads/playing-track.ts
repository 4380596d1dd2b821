import { can } from "#app/domain/access/permissions.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

/** A track that plays without a loudness, and that this person may analyze. */
export type PlayingTrack = {
  readonly roomId: RoomId;
  readonly trackId: TrackId;
  /** The place of this person among the people present, from 1: they try one after the other. */
  readonly turn: number;
};

/** Null if the room plays nothing, or a track with a loudness, or if this person may not add tracks. */
export function findPlayingTrack({ state, self, present }: RoomView): PlayingTrack | null {
  const { userId, effectiveRole } = self;
  if (userId === null || state?.playback.status !== "playing") return null;
  if (!can(effectiveRole, "add-tracks", state.info)) return null;
  const track = findEntry(state.playlist, state.playback.entryId)?.track;
  if (!track || track.loudnessLufs !== null) return null;
  const earlier = present.filter(({ person }) => person.id < userId).length;
  return { roomId: state.info.id, trackId: track.id, turn: 1 + earlier };
}
