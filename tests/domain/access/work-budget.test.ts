import { describe, expect, it } from "vitest";
import { ADDRESS_WORK_RATE, PERSON_WORK_RATE, toPayer, WORK_COSTS, WorkBudgets } from "#app/domain/access/work-budget.ts";
import { userId } from "#tests/support/builders.ts";

const mira = toPayer(userId("mira"), "192.0.2.1");
const guest = toPayer(null, "192.0.2.1");

describe("work budgets", () => {
  it("WK1 make a person wait who has caused more work than their budget holds", () => {
    const work = new WorkBudgets();
    for (let calls = 0; calls < PERSON_WORK_RATE.burst; calls++) work.charge(mira, WORK_COSTS.call, 1000);
    expect(work.waitMs(mira, 1000)).toBeGreaterThan(0);
    expect(work.waitMs(mira, 2000)).toBe(0);
  });

  it("WK1 belong to a person, or to the address of guests", () => {
    const work = new WorkBudgets();
    work.charge(guest, 2 * ADDRESS_WORK_RATE.burst, 1000);
    expect(work.waitMs(guest, 1000)).toBeGreaterThan(0);
    expect(work.waitMs(mira, 1000)).toBe(0);
    expect(work.waitMs(toPayer(null, "192.0.2.2"), 1000)).toBe(0);
  });
});
