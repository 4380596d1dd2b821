import type { Playback } from "#app/domain/playback/playback.ts";
import { endOfEntryMs } from "#app/domain/playback/schedule.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import { connectionLimits } from "./connection-limits.ts";

/**
 * When a room has to be awake next, in server time: at the end of what plays, and, while somebody is there, to look
 * whether they still are. Null: never, until somebody comes.
 */
export function nextAlarmMs({
  playlist,
  playback,
  lookedAtMs,
  isInhabited,
}: {
  readonly playlist: Playlist;
  readonly playback: Playback;
  /** When the room last looked who is still there. */
  readonly lookedAtMs: number;
  readonly isInhabited: boolean;
}): number | null {
  const endMs = playback.status === "playing" ? endOfEntryMs(playlist, playback) : null;
  const lookMs = isInhabited ? lookedAtMs + connectionLimits.presenceCheckMs : null;
  if (endMs === null || lookMs === null) return endMs ?? lookMs;
  return Math.min(endMs, lookMs);
}
