import { env } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { WorkBudgets } from "#app/domain/access/work-budget.ts";
import { FairQueue } from "#app/lib/fair-queue.ts";
import { createLatch } from "#tests/workers/support/latch.ts";
import type { FunctionRunner, Identity } from "#workers/live-object/function-runner.ts";
import { QueryEvaluator } from "#workers/live-object/query-evaluator.ts";
import type { Subscription, SubscriptionStore } from "#workers/live-object/subscription-store.ts";

const SUBSCRIPTION: Subscription = { connection: "a", queryId: 1, path: "rooms.get", args: "{}", digest: "" };
const KEY = "rooms:id=kitchen";
const CALLER: Identity["caller"] = {
  sessionId: null,
  userId: null,
  isByToken: false,
  address: "10.0.0.1",
  locale: "en",
  roomAccessToken: null,
};

const createTurns = () => new FairQueue({ atOnce: 8, atOncePerKey: 2, waitingPerKey: 10 });

/**
 * An evaluator whose queries return the caller and the number of the call. `during` runs while each of the first `times` is evaluated; the
 * query `slow` waits for `released`.
 */
function createEvaluator(
  during: (evaluator: QueryEvaluator) => void,
  { released = Promise.resolve(), times = 1, digests = new Map<number, string>(), turns = createTurns() } = {},
) {
  let calls = 0;
  const runner: Pick<FunctionRunner, "query"> = {
    async query({ path }, { sessionId }) {
      calls += 1;
      const value = { sessionId, call: calls };
      await (path === "slow" ? released : Promise.resolve());
      if (calls <= times) during(evaluator);
      return { outcome: { status: "success", value, logLines: [] }, reads: [KEY], rowsRead: 1 };
    },
  };
  const store: Pick<SubscriptionStore, "has" | "setReads" | "addReads" | "setDigest" | "hasDigest"> = {
    has: () => true,
    setReads: () => undefined,
    addReads: () => undefined,
    setDigest({ queryId }, digest) {
      const isNew = digests.get(queryId) !== digest;
      digests.set(queryId, digest);
      return isNew;
    },
    hasDigest: ({ queryId }, digest) => digests.get(queryId) === digest,
  };
  const evaluator = new QueryEvaluator({
    env,
    store: store as SubscriptionStore,
    runner: runner as FunctionRunner,
    work: new WorkBudgets(),
    turns,
  });
  return evaluator;
}

const callerOf = (sessionId: string | null) => ({ sessionId, caller: CALLER, payer: "address 10.0.0.1" as const });

it("evaluates a query again if its data changes meanwhile, and not for other changes", async () => {
  const changed = createEvaluator((evaluator) => evaluator.recordStep(new Set([KEY])));
  expect(await changed.evaluate(callerOf(null), [SUBSCRIPTION])).toMatchObject({ modifications: [{ value: { call: 2 } }] });
  const other = createEvaluator((evaluator) => evaluator.recordStep(new Set(["rooms:id=cellar"])));
  expect(await other.evaluate(callerOf(null), [SUBSCRIPTION])).toMatchObject({ modifications: [{ value: { call: 1 } }] });
});

it("takes one turn for a query that several connections share", async () => {
  const turns = createTurns();
  const run = vi.spyOn(turns, "run");
  const evaluator = createEvaluator(() => undefined, { turns });
  const connections = [1, 2, 3].map((queryId) => ({ ...SUBSCRIPTION, queryId, digest: "sent before" }));
  const results = await Promise.all(connections.map((subscription) => evaluator.evaluate(callerOf(null), [subscription])));
  expect(results.map(({ modifications }) => modifications)).toMatchObject(connections.map(() => [{ value: { call: 1 } }]));
  expect(run).toHaveBeenCalledTimes(1);
});

it("never loses a change that arrives when a query has just been evaluated", async () => {
  const digests = new Map<number, string>();
  let hadDigest = false;
  const evaluator = createEvaluator(
    () =>
      setTimeout(() => {
        hadDigest = digests.has(SUBSCRIPTION.queryId);
        evaluator.recordStep(new Set([KEY]));
      }, 0),
    { digests },
  );
  const { modifications } = await evaluator.evaluate(callerOf(null), [SUBSCRIPTION]);
  // with a digest, the change finds the subscription; without one, the query is evaluated again
  expect(modifications).toMatchObject([{ value: { call: hadDigest ? 1 : 2 } }]);
});

it("sends a result whose data never stays the same, and says that it is outdated", async () => {
  const evaluator = createEvaluator((running) => running.recordStep(new Set([KEY])), { times: 4 });
  expect(await evaluator.evaluate(callerOf(null), [SUBSCRIPTION])).toMatchObject({
    modifications: [{ value: { call: 4 } }],
    outdated: [SUBSCRIPTION],
  });
});

it("never returns the result of a caller who has signed in or out meanwhile", async () => {
  const caller = callerOf("mira");
  const evaluator = createEvaluator(() => {
    caller.sessionId = null;
  });
  expect(await evaluator.evaluate(caller, [SUBSCRIPTION])).toMatchObject({
    modifications: [{ value: { sessionId: null, call: 2 } }],
  });
});

it("does not return a result that a later one has replaced while another query was evaluated", async () => {
  const slow = createLatch();
  const evaluator = createEvaluator(() => undefined, { released: slow.released });
  const both = evaluator.evaluate(callerOf(null), [SUBSCRIPTION, { ...SUBSCRIPTION, queryId: 2, path: "slow" }]);
  const later = await evaluator.evaluate(callerOf(null), [SUBSCRIPTION]);
  expect(later).toMatchObject({ modifications: [{ queryId: 1, value: { call: 3 } }] });
  slow.release();
  expect((await both).modifications).toMatchObject([{ queryId: 2 }]);
});
