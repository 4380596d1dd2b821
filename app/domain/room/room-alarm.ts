import { findAdvance, type Timeline } from "#app/domain/playback/schedule.ts";
import { nextWindowMs } from "#app/domain/sync/wake-window.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/units.ts";

/** A room without connections does not wake for each track. It catches up when it wakes. */
const IDLE_WAKE_MS = MINUTE_MS;
/** After this time without connections, it wakes even less often. */
const LONG_IDLE_AFTER_MS = HOUR_MS;
const LONG_IDLE_WAKE_MS = 10 * MINUTE_MS;

/**
 * The server time, in ms, at which the room object has to wake: when the next track starts, or, while the room has
 * connections, in each wake window, to check them. Null when neither applies.
 */
export function nextAlarmMs({
  timeline,
  presenceCheckedAtMs,
  emptySinceMs,
  nowMs,
}: {
  readonly timeline: Timeline;
  /** When the room last checked its connections. */
  readonly presenceCheckedAtMs: number;
  /** Since when the room has no connections; null while it has some. */
  readonly emptySinceMs: number | null;
  readonly nowMs: number;
}): number | null {
  const nextMs = findAdvance(timeline)?.atMs ?? null;
  const isBehind = nextMs !== null && nextMs <= nowMs;
  const idleMs =
    emptySinceMs === null || isBehind ? 0 : nowMs - emptySinceMs > LONG_IDLE_AFTER_MS ? LONG_IDLE_WAKE_MS : IDLE_WAKE_MS;
  const advanceMs = nextMs === null ? null : Math.max(nextMs, nowMs + idleMs);
  const checkMs = emptySinceMs === null ? nextWindowMs(presenceCheckedAtMs) : null;
  if (advanceMs === null || checkMs === null) return advanceMs ?? checkMs;
  return Math.min(advanceMs, checkMs);
}
