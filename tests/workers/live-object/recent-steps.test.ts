import { expect, it } from "vitest";
import { RecentSteps } from "#workers/live-object/recent-steps.ts";

it("knows which data has changed since a step", () => {
  const steps = new RecentSteps();
  steps.record(new Set(["rooms:id=kitchen"]));
  const before = steps.last;
  expect(steps.hasChanged(["rooms:id=kitchen"], before)).toBe(false);
  steps.record(new Set(["rooms:id=loft"]));
  expect(steps.hasChanged(["rooms:id=kitchen"], before)).toBe(false);
  expect(steps.hasChanged(["rooms:id=loft"], before)).toBe(true);
});

it("takes data for changed when the step is too long ago, so that a busy server stores a bounded number of steps", () => {
  const steps = new RecentSteps();
  for (let i = 0; i < 30_000; i++) steps.record(new Set([`rooms:id=${i}`]));
  expect(steps.hasChanged(["users:id=mira"], 0)).toBe(true);
  expect(steps.hasChanged(["users:id=mira"], steps.last - 10_000)).toBe(false);
});
