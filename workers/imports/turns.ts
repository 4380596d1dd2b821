import { setTimeout as sleep } from "node:timers/promises";
import { type Lease, Leases } from "#app/domain/access/leases.ts";
import { type Payer, WORK_COSTS } from "#app/domain/access/work-budget.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { isolateWork } from "#workers/work/isolate-work.ts";

const POLL_MS = 50;
/** No task takes longer: each has a time limit of its own. One that was cut off ends its turn after this. */
const TURN_MS = MINUTE_MS;

type TurnLimits = {
  /** How many tasks of one key run at once. */
  readonly atOnce: number;
  /** How many tasks run at once. */
  readonly inAll: number;
  /** How many tasks of one key wait. */
  readonly waiting: number;
};

/** Null if the task did not get a turn. */
export type TakeTurn = <T>(key: string, task: { readonly payer: Payer; readonly run: () => Promise<T> }) => Promise<T | null>;

/**
 * Makes a function that runs a task when it is its turn, and its payer owes no work. It returns null for a task that would wait for
 * too long, or behind too many of its key.
 *
 * Tasks wait with a timer: a request that waits for nothing but the promise of another request counts as hung, and is ended.
 */
export function createTurns({ atOnce, inAll, waiting: waitingMax }: TurnLimits): TakeTurn {
  const leases = new Leases({ perHolder: atOnce, inAll }, TURN_MS);
  /** When the wait of each waiting task of a key ends at the latest, ms. */
  const waits = new Map<string, readonly number[]>();

  async function waitForTurn(key: string, payer: Payer, untilMs: number): Promise<Lease | null> {
    for (;;) {
      const nowMs = Date.now();
      const lease = isolateWork.waitMs(payer, nowMs) > 0 ? null : leases.take(key, nowMs);
      if (lease || nowMs >= untilMs) return lease;
      await sleep(POLL_MS);
    }
  }

  return async (key, { payer, run }) => {
    const untilMs = Date.now() + importLimits.turnWaitMs;
    const others = (waits.get(key) ?? []).filter((endMs) => endMs > Date.now());
    if (others.length >= waitingMax) return null;
    waits.set(key, [...others, untilMs]);
    const lease = await waitForTurn(key, payer, untilMs);
    const left = [...(waits.get(key) ?? [])];
    left.splice(left.indexOf(untilMs), 1);
    if (left.length > 0) waits.set(key, left);
    else waits.delete(key);
    if (!lease) return null;
    try {
      return await run();
    } finally {
      leases.release(lease);
    }
  };
}

/** Charges bytes that were received from a service. */
export function chargeBytes(payer: Payer, bytes: number): void {
  isolateWork.charge(payer, bytes * WORK_COSTS.byte, Date.now());
}
