import { SECOND_MS } from "#app/domain/units.ts";

/** Limits of votes. */
export const voteLimits = {
  /** With fewer people who may vote, no vote is needed to skip. */
  skipVotersMin: 3,
  /** While a vote is needed to skip, this much of the end of a track cannot be reached by seeking, ms; at most half the track. */
  protectedEndMs: 30 * SECOND_MS,
  /** Maximum number of queued entries for which a person can vote at a time. */
  queueVotesPerPerson: 50,
  /** Maximum number of votes for queued entries in a room. */
  queueVotes: 10_000,
} as const;
