import { expect, it } from "vitest";
import { formatSlowest, readPlaywrightTimes, readVitestTimes } from "#scripts/slowest-tests.mjs";

it("reads the durations of both reports and lists the longest first", () => {
  const vitest = {
    testResults: [{ assertionResults: [{ fullName: "a short one", duration: 12 }, { fullName: "skipped" }] }],
  };
  const playwright = {
    suites: [
      {
        specs: [{ title: "a repeated one", tests: [{ results: [{ duration: 1500 }, { duration: 1000 }] }] }],
        suites: [{ specs: [{ title: "a nested one", tests: [{ results: [{ duration: 9000 }] }] }] }],
      },
    ],
  };
  const tests = [...readVitestTimes(vitest), ...readPlaywrightTimes(playwright)];
  expect(formatSlowest(tests, 3)).toBe("    9.0 s  a nested one\n    2.5 s  a repeated one\n    0.0 s  a short one");
});
