/** Time that passes only when a test says so; what is due runs in order, at its own moment. */
export type VirtualTime = {
  nowMs(): number;
  /** Returns what calls it off. */
  after(ms: number, run: () => void): () => void;
  /** Lets time pass; everything that falls due on the way is run, also what comes up meanwhile. */
  pass(ms: number): void;
};

type Due = { readonly atMs: number; readonly order: number; readonly run: () => void };

export function virtualTime(startMs = 0): VirtualTime {
  let nowMs = startMs;
  let order = 0;
  const due = new Set<Due>();

  function nextBefore(endMs: number): Due | null {
    let next: Due | null = null;
    for (const one of due) {
      if (one.atMs > endMs) continue;
      if (!next || one.atMs < next.atMs || (one.atMs === next.atMs && one.order < next.order)) next = one;
    }
    return next;
  }

  return {
    nowMs: () => nowMs,
    after(ms, run) {
      order += 1;
      const one = { atMs: nowMs + Math.max(0, ms), order, run };
      due.add(one);
      return () => void due.delete(one);
    },
    pass(ms) {
      const endMs = nowMs + ms;
      for (let next = nextBefore(endMs); next; next = nextBefore(endMs)) {
        due.delete(next);
        nowMs = next.atMs;
        next.run();
      }
      nowMs = endMs;
    },
  };
}
