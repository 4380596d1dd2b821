import type { UserId } from "#app/domain/ids.ts";
import { type Rate, SharedBudgets } from "./budget.ts";

/**
 * Who pays for work: a signed-in person or, for guests, their address. What each request costs at least is counted by address, also for
 * people, and apart from the work of guests, whose debts must not concern the people at the same address.
 */
export type Payer = `person ${string}` | `address ${string}` | `requests ${string}`;

export function toPayer(userId: UserId | null, address: string): Payer {
  return userId === null ? `address ${address}` : `person ${userId}`;
}

/** The costs of work, in units. A unit is about a millisecond of the server's thread. */
export const WORK_COSTS = {
  /** A request, besides those for pages and sockets. */
  request: 1,
  /** A call of a backend function, or the evaluation of a live query, without its rows. */
  call: 1,
  /** A row that the database has read. */
  row: 1 / 200,
  /** A byte that is received or sent, besides files. */
  byte: 1 / 16_384,
  /** A message that is received, or a result that is shared with other subscriptions, without its bytes. */
  message: 1 / 10,
  /** A page rendered on the server. */
  page: 10,
  /** A socket that is opened. */
  socket: 2,
} as const;

/** A person with a few devices uses a small part of this; a script that reads everything is slowed down. */
export const PERSON_WORK_RATE: Rate = { burst: 2000, perSecond: 100 };

/** Many guests may share an address, for example at a school. */
export const ADDRESS_WORK_RATE: Rate = { burst: 10_000, perSecond: 400 };

/**
 * The work that each payer may cause, over all connections and HTTP together. What work costs is often known only afterwards: a
 * payer who owes something waits, and what was begun is charged when it ends.
 */
export class WorkBudgets {
  readonly #people = new SharedBudgets(PERSON_WORK_RATE);
  readonly #addresses = new SharedBudgets(ADDRESS_WORK_RATE);

  /** The time after which the payer may cause work again, ms. 0 if now. */
  waitMs(payer: Payer, nowMs: number): number {
    return this.#of(payer).waitMs(payer, nowMs);
  }

  /** Charges work that was done or begins now. */
  charge(payer: Payer, units: number, nowMs: number): void {
    this.#of(payer).charge(payer, { cost: units, nowMs });
  }

  #of(payer: Payer): SharedBudgets {
    return payer.startsWith("person ") ? this.#people : this.#addresses;
  }
}
