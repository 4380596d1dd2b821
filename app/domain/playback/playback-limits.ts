import { SECOND_MS } from "#app/domain/units.ts";

/** Limits of playback and of the play history. */
export const playbackLimits = {
  /** "Previous" restarts a track that has played for longer than this, ms. */
  restartAfterMs: 3 * SECOND_MS,
  /** A play that was shorter than this is dropped from the history, ms. */
  historyMinMs: 5 * SECOND_MS,
  /** Maximum number of plays in a room's history. */
  historyEntries: 1000,
  /** Number of plays on a page of the history. */
  historyPageSize: 50,
  /** A move within the current track by at most this, ms, is no control. Keys seek ten seconds, and a command takes its time. */
  quietSeekMs: 11 * SECOND_MS,
  /** Maximum length of a crossfade, ms. */
  crossfadeMsMax: 12 * SECOND_MS,
  /** An entry that starts near its end plays this long, ms, before the next one is crossfaded into it. */
  aloneMs: SECOND_MS,
  /** How long a control can be undone, ms. The interface offers it for a shorter time, so that the command arrives in time. */
  controlUndoMs: 10 * SECOND_MS,
  /** Maximum number of entries in the list of those that play next. */
  upcomingEntries: 50,
  /** An entry is current for at least this long, ms, also if its track is shorter. */
  entryMsMin: SECOND_MS,
  /** Maximum number of entries past which a room advances at once. */
  stepsAtOnce: 100,
  /** Of the entries that a sleeping room has missed in a round, this many are played one after another; those before are skipped. */
  missedEntries: 40,
  /** Minimum lead of a start, ms: a start lies in the future so that every device is ready for it. */
  leadMsMin: 150,
  /** Maximum lead of a start, ms. */
  leadMsMax: SECOND_MS,
} as const;
