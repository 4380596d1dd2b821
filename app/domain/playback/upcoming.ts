import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { advanceOrder, findNext, type Sequence } from "./play-order.ts";
import { currentEntryId, type Playback } from "./playback.ts";
import { playbackLimits } from "./playback-limits.ts";

/** An entry that plays later. */
export type UpcomingEntry = {
  readonly entry: Entry;
  /** It plays now because it was queued, not because it is its turn. */
  readonly isQueued: boolean;
  /** How many new rounds have started by then. */
  readonly round: number;
};

/**
 * The entries that will play after the current one, in this order, if no command changes it. An entry that repeats by itself
 * counts as skipped. The list ends when every entry has had its turn.
 */
export function listUpcoming({ playlist, order }: Sequence, playback: Playback): readonly UpcomingEntry[] {
  const count = Math.min(playbackLimits.upcomingEntries, playlist.length + order.upNext.length);
  const upcoming: UpcomingEntry[] = [];
  let sequence: Sequence = { playlist, order };
  let currentId: EntryId | null = currentEntryId(playback);
  let round = 0;
  while (currentId !== null && upcoming.length < count) {
    const next = findNext(sequence, currentId);
    if (!next) break;
    const { entry, isNewRound } = next;
    if (isNewRound) round += 1;
    upcoming.push({ entry, isQueued: sequence.order.upNext.includes(entry.id), round });
    const change = { playback: { status: "paused", entryId: entry.id, positionMs: 0 }, isNewRound } as const;
    sequence = { playlist, order: advanceOrder(sequence.order, change, { playlist, currentId }) };
    currentId = entry.id;
  }
  return upcoming;
}
