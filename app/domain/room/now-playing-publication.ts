import { isMember, type Role } from "#app/domain/access/permissions.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";
import { isSameNowPlaying, type NowPlaying } from "./now-playing.ts";
import { hasPublicContent } from "./public-content.ts";
import type { RoomInfo, RoomState } from "./room.ts";

export const nowPlayingLimits = {
  /** The shortest time between two publications. */
  intervalMs: 5 * SECOND_MS,
  /** The time after which a failed publication is repeated. */
  retryMs: 30 * SECOND_MS,
  /** The time for which a paused room keeps its published track. */
  pausedMs: 2 * MINUTE_MS,
} as const;

/** The track that a room has published. Times are server times. */
export type NowPlayingProgress = {
  readonly published: NowPlaying | null;
  /** The earliest time of the next publication. */
  readonly nextAtMs: number;
  /** The start of the current pause. Null if there is none, and while no track is published. */
  readonly pausedSinceMs: number | null;
};

export const NOTHING_PUBLISHED: NowPlayingProgress = { published: null, nextAtMs: 0, pausedSinceMs: null };

/** A publication, and the server time at which it is due. A track of null removes the published one. */
type NowPlayingPublication = { readonly track: NowPlaying | null; readonly dueMs: number };

/** Records the start and the end of a pause. Returns the same object if neither has happened. */
export function recordPause(
  progress: NowPlayingProgress,
  { playback }: Pick<RoomState, "playback">,
  nowMs: number,
): NowPlayingProgress {
  const isPaused = playback.status === "paused" && progress.published !== null;
  const pausedSinceMs = isPaused ? (progress.pausedSinceMs ?? nowMs) : null;
  return pausedSinceMs === progress.pausedSinceMs ? progress : { ...progress, pausedSinceMs };
}

/** The next publication of a room. Null if the published track is the current one. */
export function planPublication(
  { published, nextAtMs, pausedSinceMs }: NowPlayingProgress,
  state: Pick<RoomState, "playback" | "playlist">,
): NowPlayingPublication | null {
  const track = readNowPlaying(state);
  if (isSameNowPlaying(track, published)) return null;
  const dueMs = pausedSinceMs === null ? nextAtMs : Math.max(nextAtMs, pausedSinceMs + nowPlayingLimits.pausedMs);
  return { track, dueMs };
}

/** Whether a list of rooms may show a person what the room plays. A role of null is that of a person without one. */
export function canSeeNowPlaying(room: Pick<RoomInfo, "visibility" | "hasPassword">, role: Role | null): boolean {
  return isMember(role) || hasPublicContent(room);
}

/** Null unless an entry plays. */
function readNowPlaying({ playback, playlist }: Pick<RoomState, "playback" | "playlist">): NowPlaying | null {
  const entry = playback.status === "playing" ? findEntry(playlist, playback.entryId) : undefined;
  return entry ? { title: entry.track.title, artist: entry.track.artist } : null;
}
