import { expect, it } from "vitest";
import { SUMMARY_ERRORS_MAX, summarizeReports } from "#app/domain/sync/room-sync-summary.ts";

const report = (errorMs: number) => ({ errorMs, boundMs: 1 });

it("UN1 the reports of few devices become one dot each", () => {
  expect(summarizeReports([report(2.04), report(-1)])).toEqual({ devices: 2, errorsMs: [-1, 2], withinMs: 5 });
  expect(summarizeReports([])).toEqual({ devices: 0, errorsMs: [], withinMs: 0 });
});

it("UN1 the reports of many devices become at most forty dots, and outliers do not widen the span", () => {
  const many = Array.from({ length: 200 }, (_, i) => report(i === 199 ? 5000 : i / 100));
  const summary = summarizeReports(many);
  expect(summary.errorsMs).toHaveLength(SUMMARY_ERRORS_MAX);
  expect(summary.withinMs).toBeLessThan(4);
});
