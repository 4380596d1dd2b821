import { systemNowMs } from "./thread-clock.ts";

/** A call of the attacker. Times are those of `systemNowMs`; the end is infinite while it is not answered. */
export type AttackCall = { readonly name: string; readonly startMs: number; endMs: number };

/** Enough for some minutes. */
const CALLS_KEPT = 30_000;
const SHOWN = 8;
/** A call may have effects for a while after its answer: broadcasts, alarms, evaluations of live queries. */
const AFTER_MS = 1000;

/** The last calls of the attacker, to name those during which honest people had to wait. */
export class Journal {
  readonly #calls: AttackCall[] = [];
  readonly counts = new Map<string, number>();
  total = 0;

  async record<T>(name: string, run: () => Promise<T>): Promise<T> {
    const call = this.begin(name);
    try {
      return await run();
    } finally {
      call.endMs = systemNowMs();
    }
  }

  /** For what has no answer: the call ends now, unless its end is set later. */
  begin(name: string, endMs = Number.POSITIVE_INFINITY): AttackCall {
    const call = { name, startMs: systemNowMs(), endMs };
    if (this.#calls.length >= 2 * CALLS_KEPT) this.#calls.splice(0, CALLS_KEPT);
    this.#calls.push(call);
    this.total += 1;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    return call;
  }

  note(name: string): void {
    this.begin(name, systemNowMs());
  }

  /** The calls under way in a time, the longest first, with their number. */
  describe(fromMs: number, toMs: number): readonly string[] {
    const found = new Map<string, { count: number; ms: number }>();
    for (const { name, startMs, endMs } of this.#calls) {
      if (startMs > toMs || endMs + AFTER_MS < fromMs) continue;
      const entry = found.get(name) ?? { count: 0, ms: 0 };
      const ms = Math.min(endMs, toMs) - startMs;
      found.set(name, { count: entry.count + 1, ms: Math.max(entry.ms, ms) });
    }
    const sorted = [...found].sort(([, a], [, b]) => b.ms - a.ms).slice(0, SHOWN);
    return sorted.map(([name, { count, ms }]) => `${count > 1 ? `${count} × ` : ""}${name} (${ms.toFixed(0)} ms)`);
  }
}
