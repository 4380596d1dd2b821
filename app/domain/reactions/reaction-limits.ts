/** Limits of reactions. */
export const reactionLimits = {
  /** Maximum number of reactions that a person can send at once. */
  burst: 3,
  /** Number of reactions by which that allowance refills each second. */
  perSecond: 3,
  /** A track is divided into this many parts of equal length, and reactions are counted for each. */
  parts: 100,
  /** Maximum number of tracks whose reactions a room stores, a few KB each. */
  tracks: 1000,
} as const;
