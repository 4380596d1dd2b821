import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fail, ok } from "#app/domain/result.ts";
import { type DurationRepair, repairDurations } from "#app/features/settings/use-duration-repair.ts";
import { trackId } from "#tests/support/builders.ts";
import { type Answers, type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";

const NEXT = { createdAtMs: 5, id: trackId(1) };
const totals = (checked: number, wrong: number, fixed: number) => ({ checked, wrong, fixed });

let answers: Answers;
let server: FunctionServer;
let progress: DurationRepair[];
let leaving: AbortController;

beforeEach(() => {
  [progress, leaving] = [[], new AbortController()];
  // two steps
  answers = {
    "tracks.fixDurations": ({ cursor }) =>
      ok(cursor === null ? { ...totals(10, 3, 2), nextCursor: NEXT } : { ...totals(4, 1, 1), nextCursor: null }),
  };
  server = serveFunctions(answers);
});
afterEach(() => vi.unstubAllGlobals());

const repair = () => repairDurations(leaving.signal, (step) => progress.push(step));

it("all tracks are measured in steps, and counted together", async () => {
  expect(await repair()).toEqual({ type: "done", totals: totals(14, 4, 3) });
  expect(progress).toEqual([
    { type: "running", totals: totals(0, 0, 0) },
    { type: "running", totals: totals(10, 3, 2) },
  ]);
  expect(server.argsOf("tracks.fixDurations")).toEqual([{ cursor: null }, { cursor: NEXT }]);
});

it("a failure keeps what was repaired before", async () => {
  const first = answers["tracks.fixDurations"];
  answers["tracks.fixDurations"] = (args) => (args.cursor === null && first ? first(args) : fail("network"));
  expect(await repair()).toEqual({ type: "failed", totals: totals(10, 3, 2), error: "network" });
});

it("a page that is left starts no further step", async () => {
  const first = answers["tracks.fixDurations"];
  answers["tracks.fixDurations"] = (args) => {
    leaving.abort();
    return first ? first(args) : fail("internal");
  };
  await repair();
  expect(server.calls).toHaveLength(1);
});
