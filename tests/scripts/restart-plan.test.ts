import { expect, it } from "vitest";
import { createRestartPlan } from "#scripts/restart-plan.mjs";

const short = { isUp: true, ranMs: 5000 };
const failed = { isUp: false, ranMs: 61_000 };
const long = { isUp: true, ranMs: 60_000 };

it("each run that ends soon doubles the pause, and the sixth in a row is the last", () => {
  const plan = createRestartPlan();
  expect([short, short, failed, short, short, short].map(plan.next)).toEqual([1000, 2000, 4000, 8000, 16_000, null]);
});

it("a run of a minute begins again with the first pause", () => {
  const plan = createRestartPlan();
  expect(plan.hasRestarted()).toBe(false);
  expect([short, short, short, long, short].map(plan.next)).toEqual([1000, 2000, 4000, 1000, 2000]);
  expect(plan.hasRestarted()).toBe(true);
});
