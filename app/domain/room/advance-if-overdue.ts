import { isSamePlayback } from "#app/domain/playback/playback.ts";
import { advanceLate, findAdvance } from "#app/domain/playback/schedule.ts";
import type { Moment } from "./decision.ts";
import { evolve, type RoomState } from "./room.ts";
import type { RoomEvent } from "./room-event.ts";

/**
 * The change to the next entry if events make it due that was not, as a longer crossfade or another next entry may shortly before
 * the end. The next entry starts after the lead, not in the past, and the crossfade is shorter.
 */
export function advanceIfOverdue(
  before: RoomState,
  events: readonly RoomEvent[],
  { serverNowMs, leadMs }: Moment,
): readonly RoomEvent[] {
  const planned = events.length > 0 && mayFade(before, events) ? findAdvance(before) : null;
  if (!planned) return [];
  const after = events.reduce(evolve, before);
  const next = findAdvance(after);
  if (!next || !isSamePlayback(before.playback, after.playback)) return [];
  const earliestMs = Math.min(serverNowMs + leadMs, next.endMs);
  if (next.atMs >= earliestMs || next.atMs >= planned.atMs) return [];
  const change = advanceLate(after, earliestMs);
  return change ? [{ type: "playback-changed", ...change }] : [];
}

/** Whether there may be a crossfade after the events. Without one, the next entry starts at the end of the current one. */
function mayFade({ order }: RoomState, events: readonly RoomEvent[]): boolean {
  return order.crossfadeMs > 0 || events.some(({ type }) => type === "order-changed" || type === "playback-restored");
}
