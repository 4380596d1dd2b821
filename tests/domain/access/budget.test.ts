import { describe, expect, it } from "vitest";
import { BUDGETS_MAX, JOIN_RATE, MESSAGE_RATE, SharedBudgets } from "#app/domain/access/budget.ts";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";

/** How many of this many attempts at one time the budget holds. */
function countAllowed(budgets: SharedBudgets, key: string, { times, nowMs, cost = 1 }: Attempts): number {
  return Array.from({ length: times }, () => budgets.spend(key, { cost, nowMs })).filter(Boolean).length;
}

type Attempts = { readonly times: number; readonly nowMs: number; readonly cost?: number };

describe("budgets", () => {
  it("CN2 allow a burst of messages, and refill over time", () => {
    const budgets = new SharedBudgets(MESSAGE_RATE);
    expect(countAllowed(budgets, "mira", { times: 500, nowMs: 1000 })).toBe(connectionLimits.socketMessageBurst);
    expect(countAllowed(budgets, "mira", { times: 500, nowMs: 2000 })).toBe(connectionLimits.socketMessagesPerSecond);
  });

  it("CN2 refill while more is attempted than they hold", () => {
    const budgets = new SharedBudgets(MESSAGE_RATE);
    countAllowed(budgets, "mira", { times: 500, nowMs: 1000 });
    // twice as often as the budget refills
    const attempts = Array.from({ length: 40 }, (_, i) => budgets.spend("mira", { nowMs: 1000 + 25 * (i + 1) }));
    expect(attempts.filter(Boolean)).toHaveLength(connectionLimits.socketMessagesPerSecond);
  });

  it("CN2 lose nothing when the clock is set back", () => {
    const budgets = new SharedBudgets({ burst: 10, perSecond: 1 });
    countAllowed(budgets, "mira", { times: 4, nowMs: 60_000 });
    expect(countAllowed(budgets, "mira", { times: 20, nowMs: 1000 })).toBe(6);
  });

  it("CN2 count a snapshot as many messages, and setting a room back as some", () => {
    const budgets = new SharedBudgets(MESSAGE_RATE);
    const { snapshotMessageCost, setBackMessageCost } = connectionLimits;
    expect(countAllowed(budgets, "mira", { times: 5, nowMs: 1000, cost: snapshotMessageCost })).toBe(2);
    expect(countAllowed(budgets, "leo", { times: 50, nowMs: 1000, cost: setBackMessageCost })).toBe(30);
  });

  it("WK1 owe what work has cost beyond them, and hold something again when that is refilled", () => {
    const budgets = new SharedBudgets({ burst: 100, perSecond: 10 });
    budgets.charge("mira", { cost: 150, nowMs: 1000 });
    expect(budgets.waitMs("mira", 1000)).toBe(5100);
    expect(budgets.spend("mira", { nowMs: 5000 })).toBe(false);
    expect(budgets.waitMs("mira", 6100)).toBe(0);
    expect(budgets.waitMs("leo", 1000)).toBe(0);
  });

  it("WK1 owe one burst at most", () => {
    const budgets = new SharedBudgets({ burst: 100, perSecond: 10 });
    budgets.charge("mira", { cost: 1_000_000, nowMs: 1000 });
    expect(budgets.waitMs("mira", 1000)).toBe(10_100);
  });

  it("CN2 belong to one person each, and are kept while they are not full", () => {
    const budgets = new SharedBudgets(MESSAGE_RATE);
    countAllowed(budgets, "mira", { times: 500, nowMs: 1000 });
    for (let i = 0; i < 20_000; i++) budgets.spend(`person ${i}`, { nowMs: 1000 + i / 10 });
    expect(budgets.spend("mira", { cost: 100, nowMs: 3000 })).toBe(false);
    expect(budgets.spend("leo", { nowMs: 3000 })).toBe(true);
  });

  it("are forgotten once they are full, and the least recently used ones when there are too many", () => {
    const budgets = new SharedBudgets(MESSAGE_RATE);
    for (let i = 0; i < 10; i++) budgets.spend(`person ${i}`, { nowMs: 1000 });
    budgets.spend("leo", { nowMs: 2000 });
    expect(budgets.size).toBe(1);
    for (let i = 0; i < BUDGETS_MAX + 10; i++) budgets.spend(`person ${i}`, { nowMs: 2000 });
    expect(budgets.size).toBe(BUDGETS_MAX);
  });

  it("CN4 limit the connections of an address", () => {
    const joins = new SharedBudgets(JOIN_RATE);
    expect(countAllowed(joins, "10.0.0.1", { times: 2000, nowMs: 1000 })).toBe(1200);
    expect(countAllowed(joins, "10.0.0.1", { times: 2000, nowMs: 2000 })).toBe(10);
    expect(joins.spend("10.0.0.2", { nowMs: 2000 })).toBe(true);
  });
});
