import type { StallMonitor } from "#tests/support/stall-monitor.ts";
import { test } from "./test.ts";

const ATTEMPTS_MAX = 5;
const ATTEMPT_TIMEOUT_MS = 150_000;

type Measurement<Result> = {
  /** Plays and records. `stalls` describes when the machine stood still. An exception is not repeated. */
  readonly measure: () => Promise<{ readonly stalls: readonly string[]; readonly result: Result }>;
  /** Holds the expectations on what was recorded. */
  readonly check: (result: Result) => void;
};

/**
 * Measures sound and checks the result. A virtual machine is sometimes stopped for longer than an audio buffer lasts, and
 * then no app can play in time. If the check fails and the machine stood still during a recording, the measurement is
 * repeated. It fails for good without such evidence, or in the fifth attempt: a fault of the app that stalls
 * its own audio thread shows in every attempt.
 */
export async function repeatAfterStalls<Result>({ measure, check }: Measurement<Result>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { stalls, result } = await measure();
    try {
      check(result);
      return;
    } catch (error) {
      if (stalls.length === 0 || attempt === ATTEMPTS_MAX) throw error;
      const [reason] = String(error instanceof Error ? error.message : error).split("\n");
      console.log(`    ${reason}; the machine stood still (${stalls.join(", ")}): attempt ${attempt + 1} of ${ATTEMPTS_MAX}`);
      test.setTimeout(test.info().timeout + ATTEMPT_TIMEOUT_MS);
    }
  }
}

/**
 * Returns a function that takes the stalls of a measurement, with those of the one before: after a stall, browsers need some time
 * to find out when their sound is played.
 */
export function followStalls(monitor: StallMonitor): () => readonly string[] {
  let previous: readonly string[] = [];
  return () => {
    const stalls = monitor.takeStalls();
    const recent = [...previous, ...stalls];
    previous = stalls;
    return recent;
  };
}
