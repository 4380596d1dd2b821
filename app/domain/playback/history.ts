import type { EntryId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { PlaybackChange } from "./play-order.ts";
import type { Playback, Playing } from "./playback.ts";
import { playbackLimits } from "./playback-limits.ts";

/** One time that something was on: what it was called then, whatever has become of it since. */
export type Play = Pick<Track, "title" | "artist" | "durationMs"> & {
  readonly trackId: TrackId;
  readonly addedBy: UserId;
  /** Server time at which it began. */
  readonly atMs: number;
};

/** What played last, and whether what plays next is more of it. */
export type LastPlay = {
  readonly entryId: EntryId;
  readonly durationMs: number;
  /** How long it sounded, pauses left out. */
  readonly playedMs: number;
  /** Its end was reached, or a round's: the same entry would be on anew. */
  readonly isOver: boolean;
};

export type HistoryChange = {
  /** What is known now of what played last. */
  readonly last: LastPlay | null;
  /** Null: nothing new is on. */
  readonly begun: StartedPlay | null;
};

export type StartedPlay = {
  readonly entryId: EntryId;
  readonly atMs: number;
  /** What played last was passed over: this stands in its place. */
  readonly isReplacing: boolean;
};

/** Times are sums of fractions: what ends by itself may be told to have ended this much earlier. */
const ROUNDING_MS = 1;

/** What a change of the playback, from `before`, does to the history. */
export function updateHistory(
  last: LastPlay | null,
  change: PlaybackChange,
  { before, serverNowMs }: { readonly before: Playback; readonly serverNowMs: number },
): HistoryChange {
  const { playback, isNewRound } = change;
  const stretch = last && before.status === "playing" && before.entryId === last.entryId ? before : null;
  const lastPlay = last && {
    ...last,
    playedMs: last.playedMs + (stretch ? stretchMs(stretch, playback, { last, serverNowMs }) : 0),
    isOver:
      last.isOver || isNewRound || playback.status === "idle" || (stretch !== null && isRepeated(stretch, playback, last)),
  };
  if (playback.status !== "playing") return { last: lastPlay, begun: null };
  if (lastPlay && lastPlay.entryId === playback.entryId && !lastPlay.isOver) return { last: lastPlay, begun: null };
  const isReplacing = lastPlay !== null && isPassedOver(lastPlay);
  return { last: lastPlay, begun: { entryId: playback.entryId, atMs: playback.anchorMs, isReplacing } };
}

function endMs({ anchorMs, positionMs }: Playing, { durationMs }: LastPlay): number {
  return anchorMs + durationMs - positionMs;
}

/** How long `stretch` sounded until `after` took its place. */
function stretchMs(
  stretch: Playing,
  after: Playback,
  { last, serverNowMs }: { readonly last: LastPlay; readonly serverNowMs: number },
): number {
  const stoppedMs = after.status === "playing" ? after.anchorMs : serverNowMs;
  return Math.max(0, Math.min(stoppedMs, endMs(stretch, last)) - stretch.anchorMs);
}

/** It was heard to its end, and begins again. */
function isRepeated(stretch: Playing, after: Playback, last: LastPlay): boolean {
  const isFromStart = after.status === "playing" && after.entryId === stretch.entryId && after.positionMs === 0;
  return isFromStart && after.anchorMs >= endMs(stretch, last) - ROUNDING_MS;
}

/** What is shorter than the limit has its place all the same, once it was heard to its end. */
function isPassedOver({ playedMs, durationMs }: LastPlay): boolean {
  return playedMs === 0 || playedMs < Math.min(playbackLimits.historyMinMs, durationMs - ROUNDING_MS);
}
