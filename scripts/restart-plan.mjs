// When a server that has ended is started again.

/** A server that has run for this long was well: the next pause is short again. */
const WELL_AFTER_MS = 60_000;
const FIRST_PAUSE_MS = 1000;
/** This many runs in a row that end sooner are enough. */
const SHORT_RUNS_MAX = 6;

export function createRestartPlan() {
  let shortRuns = 0;
  let restarts = 0;
  return {
    /**
     * The pause before the next start, ms; null if there is none. Each short run doubles it.
     * @param {{ isUp: boolean, ranMs: number }} run that has ended
     */
    next({ isUp, ranMs }) {
      shortRuns = isUp && ranMs >= WELL_AFTER_MS ? 1 : shortRuns + 1;
      restarts += 1;
      return shortRuns >= SHORT_RUNS_MAX ? null : FIRST_PAUSE_MS * 2 ** (shortRuns - 1);
    },
    hasRestarted: () => restarts > 0,
  };
}
