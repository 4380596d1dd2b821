import type { Playback } from "#app/domain/playback/playback.ts";
import { entryEndMs } from "#app/domain/playback/schedule.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import { nextWindowMs } from "#app/domain/sync/wake-window.ts";

/**
 * The server time, in ms, at which the room object has to wake: when the current track ends, or, while the room has
 * connections, in each wake window, to check them. Null when neither applies.
 */
export function nextAlarmMs({
  playlist,
  playback,
  presenceCheckedAtMs,
  hasConnections,
}: {
  readonly playlist: Playlist;
  readonly playback: Playback;
  /** When the room last checked its connections. */
  readonly presenceCheckedAtMs: number;
  readonly hasConnections: boolean;
}): number | null {
  const endMs = playback.status === "playing" ? entryEndMs(playlist, playback) : null;
  const checkMs = hasConnections ? nextWindowMs(presenceCheckedAtMs) : null;
  if (endMs === null || checkMs === null) return endMs ?? checkMs;
  return Math.min(endMs, checkMs);
}
