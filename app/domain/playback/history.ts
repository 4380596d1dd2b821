import type { EntryId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { PlaybackChange } from "./play-order.ts";
import { currentEntryId, type Playback, type Playing } from "./playback.ts";
import { playbackLimits } from "./playback-limits.ts";

/** One play of a track in a room, with the title and artist that the track had at the time. */
export type Play = Pick<Track, "title" | "artist" | "durationMs"> & {
  readonly trackId: TrackId;
  readonly addedBy: UserId;
  /** Server time at which it began. */
  readonly atMs: number;
};

/** The latest play, with the values that decide whether the next playback continues it. */
export type LastPlay = {
  readonly entryId: EntryId;
  readonly durationMs: number;
  /** How long it has played, without pauses. */
  readonly playedMs: number;
  /** The entry has ended, or its round has: if it starts again, that is a new play. */
  readonly isOver: boolean;
};

/** A play of the history, identified by its entry and the server time at which it began. */
export type RecordedPlay = LastPlay & { readonly atMs: number };

type Moment = { readonly before: Playback; readonly serverNowMs: number };

export type HistoryChange = {
  /** The latest play after the change, before `started` is added. */
  readonly last: LastPlay | null;
  /** The play that the change begins; null if it begins none. */
  readonly started: StartedPlay | null;
};

export type StartedPlay = {
  readonly entryId: EntryId;
  readonly atMs: number;
  /** The latest play was skipped, and this one replaces it in the history. */
  readonly isReplacing: boolean;
};

/** Times are sums of fractions, so an entry that plays to its end may seem to stop this much too early, ms. */
const ROUNDING_MS = 1;

/** Computes how a playback change affects the history. `before` is the playback before the change. */
export function updateHistory(last: LastPlay | null, change: PlaybackChange, moment: Moment): HistoryChange {
  const { playback } = change;
  const lastPlay = last && updateLastPlay(last, change, moment);
  const isContinued = lastPlay !== null && !lastPlay.isOver && currentEntryId(playback) === lastPlay.entryId;
  if (playback.status !== "playing" || isContinued) return { last: lastPlay, started: null };
  const isReplacing = lastPlay !== null && wasSkipped(lastPlay);
  return { last: lastPlay, started: { entryId: playback.entryId, atMs: playback.anchorMs, isReplacing } };
}

/** The latest play at the time of a control. `before` is the playback that the control changes. */
export function interruptPlay(last: LastPlay, { before, serverNowMs }: Moment): LastPlay {
  if (before.status !== "playing" || before.entryId !== last.entryId) return last;
  return addPlayed(last, before, serverNowMs);
}

/**
 * The interrupted play as it continues when the control is undone; null if the play that has begun since is long enough to stay.
 * @param interrupted the latest play at the time of the control, from `interruptPlay`
 * @param playback the playback to which the undo returns
 */
export function resumePlay(
  { latest, interrupted }: { readonly latest: RecordedPlay; readonly interrupted: RecordedPlay },
  playback: Playback,
  moment: Moment,
): LastPlay | null {
  const last = updateLastPlay(latest, { playback, isNewRound: false }, moment);
  const isInterrupted = latest.entryId === interrupted.entryId && latest.atMs === interrupted.atMs;
  // the control may have ended it
  if (isInterrupted) return { ...last, isOver: interrupted.isOver };
  return wasSkipped(last) ? interrupted : null;
}

function updateLastPlay(last: LastPlay, { playback, isNewRound }: PlaybackChange, { before, serverNowMs }: Moment): LastPlay {
  const hasEnded = last.isOver || isNewRound || playback.status === "idle";
  if (before.status !== "playing" || before.entryId !== last.entryId) return { ...last, isOver: hasEnded };
  // an entry that is crossfaded into the next one plays on until the end of the fade
  const stoppedMs = playback.status === "playing" ? playback.anchorMs + (playback.fadeInMs ?? 0) : serverNowMs;
  return { ...addPlayed(last, before, stoppedMs), isOver: hasEnded || isRepeat(before, playback, last) };
}

/** Adds the time for which the entry has played until `untilMs`, but not the time after its end. */
function addPlayed(last: LastPlay, before: Playing, untilMs: number): LastPlay {
  const playedMs = Math.max(0, Math.min(untilMs, endMs(before, last)) - before.anchorMs);
  return { ...last, playedMs: last.playedMs + playedMs };
}

function endMs({ anchorMs, positionMs }: Playing, { durationMs }: LastPlay): number {
  return anchorMs + durationMs - positionMs;
}

/** Whether the entry has played to its end and starts again. */
function isRepeat(before: Playing, after: Playback, last: LastPlay): boolean {
  const isFromStart = after.status === "playing" && after.entryId === before.entryId && after.positionMs === 0;
  return isFromStart && after.anchorMs >= endMs(before, last) - ROUNDING_MS;
}

/** Whether the play was too short for the history. A track shorter than the limit counts if it played to its end. */
function wasSkipped({ playedMs, durationMs }: LastPlay): boolean {
  return playedMs === 0 || playedMs < Math.min(playbackLimits.historyMinMs, durationMs - ROUNDING_MS);
}
