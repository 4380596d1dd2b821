import { beforeEach, expect, it, vi } from "vitest";
import { Pacer } from "#workers/room-object/pacer.ts";

beforeEach(() => void vi.useFakeTimers());
function createFixture() {
  const runs: string[] = [];
  const errors: unknown[] = [];
  let isBusy = false;
  const pacer = new Pacer({
    intervalMs: 100,
    runTogether(run) {
      runs.push("(");
      run();
      runs.push(")");
    },
    isBusy: () => isBusy,
    onError: (error) => void errors.push(error),
  });
  const takeRuns = () => runs.splice(0).join("");
  const setBusy = (busy: boolean) => {
    isBusy = busy;
  };
  return { pacer, runs, errors, takeRuns, setBusy };
}

it("CH8 RE3 VO7 runs at once after a quiet time, and otherwise together", () => {
  const { pacer, runs, takeRuns } = createFixture();
  const [a, b] = [() => void runs.push("a"), () => void runs.push("b")];
  pacer.request(a);
  expect(takeRuns()).toBe("(a)");
  for (const action of [a, b, a]) pacer.request(action);
  vi.advanceTimersByTime(99);
  expect(takeRuns()).toBe("");
  vi.advanceTimersByTime(1);
  expect(takeRuns()).toBe("(ab)");
  vi.advanceTimersByTime(1000);
  expect(takeRuns()).toBe("");
});

it("waits while the effects of an earlier run are not complete", () => {
  const { pacer, runs, takeRuns, setBusy } = createFixture();
  setBusy(true);
  pacer.request(() => void runs.push("a"));
  vi.advanceTimersByTime(500);
  expect(takeRuns()).toBe("");
  setBusy(false);
  vi.advanceTimersByTime(10);
  expect(takeRuns()).toBe("(a)");
});

it("runs an action that requests itself once an interval, and the others although one fails", () => {
  const { pacer, runs, errors, takeRuns } = createFixture();
  const again = () => {
    runs.push("a");
    pacer.request(again);
  };
  pacer.request(again);
  pacer.request(() => {
    throw new Error("fails");
  });
  pacer.request(() => void runs.push("b"));
  vi.advanceTimersByTime(100);
  expect([takeRuns(), errors.length]).toEqual(["(a)(ab)", 1]);
});
