/** The shares of the voters that can be required to skip a track, in percent: a third, half, two thirds, everyone. */
export const SKIP_VOTE_SHARES = [33, 50, 67, 100] as const;
export type SkipVoteShare = (typeof SKIP_VOTE_SHARES)[number];

/** The exact shares: 67 % of three people would be all of them. */
const FRACTIONS: Record<SkipVoteShare, readonly [numerator: number, denominator: number]> = {
  33: [1, 3],
  50: [1, 2],
  67: [2, 3],
  100: [1, 1],
};

/** How many of the voters make the share. */
export function votesNeeded(share: SkipVoteShare, voters: number): number {
  const [numerator, denominator] = FRACTIONS[share];
  return Math.ceil((voters * numerator) / denominator);
}
