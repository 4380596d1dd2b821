import { connectionLimits } from "./connection-limits.ts";

/** How many messages may be sent at once, and how many a second after that. */
export type Rate = { readonly burst: number; readonly perSecond: number };

/** The rest of a rate. */
export type Budget = { readonly left: number; readonly updatedAtMs: number };

export const MESSAGE_RATE: Rate = {
  burst: connectionLimits.socketMessageBurst,
  perSecond: connectionLimits.socketMessagesPerSecond,
};

/** The commands of one guest. Those of all guests in a room together have the rate of messages. */
export const GUEST_COMMAND_RATE: Rate = {
  burst: connectionLimits.guestCommandBurst,
  perSecond: connectionLimits.guestCommandsPerSecond,
};

/** Many people may share an address, for example at a school. */
export const JOIN_RATE: Rate = { burst: connectionLimits.addressJoinBurst, perSecond: connectionLimits.addressJoinsPerSecond };

export function fullBudget({ burst }: Rate): Budget {
  return { left: burst, updatedAtMs: 0 };
}

/** Takes `cost` from a budget that refills over time. `isExceeded`: it does not hold that much, and nothing is taken. */
export function spend(
  budget: Budget,
  { rate, cost, nowMs }: { readonly rate: Rate; readonly cost: number; readonly nowMs: number },
): { readonly budget: Budget; readonly isExceeded: boolean } {
  // a clock that is set back takes nothing away
  const refill = Math.max(0, (nowMs - budget.updatedAtMs) / 1000) * rate.perSecond;
  const available = Math.min(rate.burst, budget.left + refill);
  const isExceeded = available < cost;
  return { budget: { left: isExceeded ? available : available - cost, updatedAtMs: nowMs }, isExceeded };
}

/** Maximum number of shared budgets of one kind. Beyond it, those that were unused for the longest are forgotten before they are full. */
export const BUDGETS_MAX = 50_000;

/** Budgets by person, connection or address. They outlive connections. */
export class SharedBudgets {
  readonly #rate: Rate;
  /** The least recently used budget first. */
  readonly #budgets = new Map<string, Budget>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Whether the budget of `key` holds this much. Takes it. */
  spend(key: string, { cost = 1, nowMs }: { readonly cost?: number; readonly nowMs: number }): boolean {
    const { budget, isExceeded } = spend(this.#find(key), { rate: this.#rate, cost, nowMs });
    this.#store(key, budget);
    return !isExceeded;
  }

  /** Takes what work has cost. A budget that does not hold that much owes the rest, at most a whole burst. */
  charge(key: string, { cost, nowMs }: { readonly cost: number; readonly nowMs: number }): void {
    const { budget } = spend(this.#find(key), { rate: this.#rate, cost: 0, nowMs });
    this.#store(key, { ...budget, left: Math.max(-this.#rate.burst, budget.left - cost) });
  }

  /** The time until the budget holds something, ms. 0 if it does now. */
  waitMs(key: string, nowMs: number): number {
    const { left } = spend(this.#find(key), { rate: this.#rate, cost: 0, nowMs }).budget;
    return left > 0 ? 0 : Math.ceil(((1 - left) / this.#rate.perSecond) * 1000);
  }

  /** The number of budgets that are kept. */
  get size(): number {
    return this.#budgets.size;
  }

  #find(key: string): Budget {
    return this.#budgets.get(key) ?? fullBudget(this.#rate);
  }

  #store(key: string, budget: Budget): void {
    this.#budgets.delete(key);
    this.#budgets.set(key, budget);
    this.#forgetUnused(budget.updatedAtMs);
  }

  /** A full budget is that of a key without one. The budget that was used least recently is the first to be full again. */
  #forgetUnused(nowMs: number): void {
    const { burst, perSecond } = this.#rate;
    for (const [key, { left, updatedAtMs }] of this.#budgets) {
      const isFull = left + ((nowMs - updatedAtMs) / 1000) * perSecond >= burst;
      if (!isFull && this.#budgets.size <= BUDGETS_MAX) return;
      this.#budgets.delete(key);
    }
  }
}
