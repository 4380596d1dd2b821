import type { NoticeClock } from "#app/ui/notice-store.ts";

export type ManualClock = NoticeClock & { advance(durationMs: number): void };

/** Time goes on only when it is told to. */
export function createManualClock(): ManualClock {
  let nowMs = 0;
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>();
  return {
    nowMs: () => nowMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(durationMs) {
      const untilMs = nowMs + durationMs;
      for (;;) {
        const [next] = [...timers].filter((timer) => timer.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
        if (!next) break;
        timers.delete(next);
        nowMs = next.atMs;
        next.run();
      }
      nowMs = untilMs;
    },
  };
}
