/** A clock that only moves when a test advances it. Timers run in the order of their due times. */
export type VirtualTime = {
  nowMs(): number;
  /** Runs a callback after this time. Returns the function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Advances the clock and runs every timer that becomes due, including timers that are started on the way. */
  advance(ms: number): void;
};

type Timer = { readonly atMs: number; readonly order: number; readonly run: () => void };

export function createVirtualTime(startMs = 0): VirtualTime {
  let nowMs = startMs;
  let order = 0;
  const timers = new Set<Timer>();

  function findNext(endMs: number): Timer | null {
    let next: Timer | null = null;
    for (const timer of timers) {
      if (timer.atMs > endMs) continue;
      if (!next || timer.atMs < next.atMs || (timer.atMs === next.atMs && timer.order < next.order)) next = timer;
    }
    return next;
  }

  return {
    nowMs: () => nowMs,
    after(ms, run) {
      order += 1;
      const timer = { atMs: nowMs + Math.max(0, ms), order, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (let next = findNext(endMs); next; next = findNext(endMs)) {
        timers.delete(next);
        nowMs = next.atMs;
        next.run();
      }
      nowMs = endMs;
    },
  };
}
