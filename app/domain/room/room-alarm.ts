import { findAdvance, type Timeline } from "#app/domain/playback/schedule.ts";
import { nextWindowMs } from "#app/domain/sync/wake-window.ts";

/**
 * The server time, in ms, at which the room object has to wake: when the next track starts, or, while the room has
 * connections, in each wake window, to check them. Null when neither applies.
 */
export function nextAlarmMs({
  timeline,
  presenceCheckedAtMs,
  hasConnections,
}: {
  readonly timeline: Timeline;
  /** When the room last checked its connections. */
  readonly presenceCheckedAtMs: number;
  readonly hasConnections: boolean;
}): number | null {
  const advanceMs = findAdvance(timeline)?.atMs ?? null;
  const checkMs = hasConnections ? nextWindowMs(presenceCheckedAtMs) : null;
  if (advanceMs === null || checkMs === null) return advanceMs ?? checkMs;
  return Math.min(advanceMs, checkMs);
}
