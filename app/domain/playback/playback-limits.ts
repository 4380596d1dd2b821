import { SECOND_MS } from "#app/domain/units.ts";

/** Limits of playback and of the play history. §n: the section of the specification that states the limit. */
export const playbackLimits = {
  /** "Previous" restarts the track once it has played this long. */
  restartAfterMs: 3 * SECOND_MS,
  /** What was on for less leaves no trace in a room's history, which keeps so many plays and tells so many at once. */
  historyMinMs: 5 * SECOND_MS,
  historyEntries: 1000,
  historyPage: 50,
  /** A start lies this far in the future, so that every device can be ready for it. */
  leadMsMin: 150,
  leadMsMax: SECOND_MS,
} as const;
