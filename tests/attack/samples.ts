import { percentile } from "#tests/support/percentile.ts";
import { systemNowMs } from "./thread-clock.ts";

/** The answers that honest people wait for. All but pages and the chat have a goal. */
export const SAMPLE_KINDS = ["health", "command", "event", "clock", "chat", "media", "page"] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

/** How long an answer took. Times are those of `systemNowMs`. */
export type Sample = { readonly kind: SampleKind; readonly startMs: number; readonly endMs: number };

/** A time in which honest people waited, and the answer that took longest. */
export type Stall = Sample;

export function durationOf({ startMs, endMs }: Pick<Sample, "startMs" | "endMs">): number {
  return endMs - startMs;
}

/** The answers that honest people have waited for. */
export class Samples {
  readonly #samples: Sample[] = [];

  add(kind: SampleKind, startMs: number, endMs = systemNowMs()): void {
    this.#samples.push({ kind, startMs, endMs });
  }

  /** Times an answer. One that fails is not counted here. */
  async time<T>(kind: SampleKind, run: () => Promise<T>): Promise<T> {
    const startMs = systemNowMs();
    const value = await run();
    this.add(kind, startMs);
    return value;
  }

  /** Without those to which `isLeftOut` applies. */
  list(isLeftOut: (sample: Sample) => boolean = () => false): readonly Sample[] {
    return this.#samples.filter((sample) => !isLeftOut(sample));
  }
}

/** The longest answers at different times: of those that overlap, the longest counts. */
export function findWorstStalls(samples: readonly Sample[], count: number): readonly Stall[] {
  const worst: Stall[] = [];
  for (const sample of [...samples].sort((a, b) => durationOf(b) - durationOf(a))) {
    if (worst.length === count) break;
    if (!worst.some((other) => sample.startMs < other.endMs && other.startMs < sample.endMs)) worst.push(sample);
  }
  return worst;
}

export function describeSamples(samples: readonly Sample[], kind: SampleKind): string {
  const times = samples.filter((sample) => sample.kind === kind).map(durationOf);
  if (times.length === 0) return `${kind.padEnd(8)} none`;
  const show = (share: number) => `${percentile(times, share).toFixed(0).padStart(6)} ms`;
  return `${kind.padEnd(8)} p50 ${show(0.5)}   p95 ${show(0.95)}   p99 ${show(0.99)}   max ${show(1)}   of ${times.length}`;
}
