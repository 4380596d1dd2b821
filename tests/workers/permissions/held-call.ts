import { interceptCalls } from "#tests/workers/support/intercept-calls.ts";
import { createLatch } from "#tests/workers/support/latch.ts";

/** A Worker one of whose calls of its bindings is held until `release`, as if the network were slow. */
export type HeldCall = {
  readonly bindings: Cloudflare.Env;
  /** Resolves when the call is held. A request with fewer calls never reaches it. */
  readonly reached: Promise<void>;
  release(): void;
};

/** @param number the number of calls that come before the one that is held */
export function holdCall(number: number): HeldCall {
  const [start, end] = [createLatch(), createLatch()];
  let calls = 0;
  const bindings = interceptCalls(async (call) => {
    calls += 1;
    if (calls === number + 1) {
      start.release();
      await end.released;
    }
    return call();
  });
  return { bindings, reached: start.released, release: end.release };
}

/** The two sides of a race, each with the bindings of its Worker. */
export type Race<First, Second> = {
  readonly first: (bindings?: Cloudflare.Env) => Promise<First>;
  readonly second: (bindings?: Cloudflare.Env) => Promise<Second>;
};

/**
 * Runs `first` until its call after `number` others, then all of `second`, and then the rest of `first`. Returns null if `first` has
 * fewer calls; `second` has not run then.
 */
export async function overtake<First, Second>(
  number: number,
  { first, second }: Race<First, Second>,
): Promise<readonly [First, Second] | null> {
  const held = holdCall(number);
  const running = first(held.bindings);
  const isHeld = await Promise.race([held.reached.then(() => true), running.then(() => false)]);
  if (!isHeld) return null;
  const outcome = await second();
  held.release();
  return [await running, outcome];
}
