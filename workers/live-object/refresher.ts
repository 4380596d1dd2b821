import type { Payer, WorkBudgets } from "#app/domain/access/work-budget.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { logError } from "#workers/http/log-error.ts";
import type { LiveConnection } from "./live-connection.ts";
import type { QueryEvaluator } from "./query-evaluator.ts";
import { toBatches } from "./refresh-batches.ts";
import type { Subscription, SubscriptionStore } from "./subscription-store.ts";

/** The queries of a payer who owes something are evaluated this often, ms, as far as its budget allows. */
const WAIT_MS = { min: 250, max: 1000 } as const;

/** A connection whose queries are evaluated, and those that are due after that. */
type Run = {
  readonly ended: Promise<void>;
  readonly end: () => void;
  hasBegun: boolean;
  due: Map<number, Subscription>;
};

type Deps = {
  readonly store: SubscriptionStore;
  readonly evaluator: QueryEvaluator;
  readonly work: WorkBudgets;
  readonly findConnection: (id: string) => LiveConnection | undefined;
  /** The results of a connection could not be sent. */
  readonly onFailed: (connection: LiveConnection) => void;
  /** The last change that evaluations which begin now have. */
  readonly cursor: () => number;
  /** Calls `run` of this object in an invocation of its own, which has its own limit of queries to D1. */
  readonly callRun: (connectionIds: readonly string[]) => Promise<void>;
  readonly waitUntil: (promise: Promise<unknown>) => void;
};

/**
 * Evaluates subscriptions and sends each connection its changed results in one transition. Each connection is on its own, so that
 * none waits for the queries of another. A subscription that becomes due again while it waits is evaluated once.
 */
export class Refresher {
  readonly #deps: Deps;
  readonly #runs = new Map<string, Run>();
  /** The subscriptions of payers who owe something. */
  readonly #waiting = new Map<Payer, Map<string, Subscription>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Begins to evaluate subscriptions. */
  refresh(subscriptions: readonly Subscription[]): void {
    const idle: Subscription[] = [];
    for (const [connectionId, due] of groupBy(subscriptions, ({ connection }) => connection)) {
      const payer = this.#deps.findConnection(connectionId)?.payer;
      if (!payer) continue;
      const run = this.#runs.get(connectionId);
      if (this.#waiting.has(payer)) this.#wait(payer, due);
      else if (run) for (const subscription of due) run.due.set(subscription.queryId, subscription);
      else idle.push(...due);
    }
    const [first = [], ...others] = toBatches(idle).map((batch) => this.#begin(batch));
    this.#deps.waitUntil(this.run(first));
    for (const batch of others) this.#call(batch);
  }

  /** Evaluates what is due of connections for which a run has begun. */
  async run(connectionIds: readonly string[]): Promise<void> {
    await Promise.all(connectionIds.map((id) => this.#runConnection(id)));
  }

  /** Resolves when the connection has all results that were due at the call, but for those that wait because of its payer's budget. */
  async settle(connectionId: string): Promise<void> {
    // the run under way, and one with what has become due since it began
    for (let runs = 0; runs < 2; runs++) await this.#runs.get(connectionId)?.ended;
  }

  #begin(subscriptions: readonly Subscription[]): readonly string[] {
    const byConnection = groupBy(subscriptions, ({ connection }) => connection);
    for (const [id, due] of byConnection) {
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const byQuery = new Map(due.map((subscription) => [subscription.queryId, subscription]));
      this.#runs.set(id, { ended, end, hasBegun: false, due: byQuery });
    }
    return [...byConnection.keys()];
  }

  #call(connectionIds: readonly string[]): void {
    const called = this.#deps.callRun(connectionIds).catch((error) => {
      logError("live-queries", error, { connections: connectionIds.length });
      return this.run(connectionIds);
    });
    this.#deps.waitUntil(called);
  }

  async #runConnection(id: string): Promise<void> {
    const run = this.#runs.get(id);
    if (!run || run.hasBegun) return;
    run.hasBegun = true;
    const subscriptions = [...run.due.values()];
    run.due = new Map();
    await this.#evaluate(id, subscriptions).catch((error) => {
      logError("live-queries", error, { queries: subscriptions.length });
      const connection = this.#deps.findConnection(id);
      if (connection) this.#deps.onFailed(connection);
    });
    this.#runs.delete(id);
    const dueAgain = [...run.due.values()];
    if (dueAgain.length > 0) this.#call(this.#begin(dueAgain));
    run.end();
  }

  async #evaluate(id: string, subscriptions: readonly Subscription[]): Promise<void> {
    const { evaluator, cursor, findConnection } = this.#deps;
    const connection = findConnection(id);
    if (!connection) return;
    const ts = cursor();
    const { modifications, waiting, outdated } = await evaluator.evaluate(connection, subscriptions);
    if (!findConnection(id)) return;
    if (modifications.length > 0) connection.transition(modifications, { ts });
    if (waiting.length > 0) this.#wait(connection.payer, waiting);
    this.refresh(outdated);
  }

  #wait(payer: Payer, subscriptions: readonly Subscription[]): void {
    const waiting = this.#waiting.get(payer);
    const all = waiting ?? new Map<string, Subscription>();
    for (const subscription of subscriptions) {
      this.#deps.store.markWaiting(subscription);
      all.set(`${subscription.connection} ${subscription.queryId}`, subscription);
    }
    if (waiting) return;
    this.#waiting.set(payer, all);
    this.#deps.waitUntil(this.#refreshLater(payer));
  }

  async #refreshLater(payer: Payer): Promise<void> {
    for (let isWaiting = true; isWaiting; isWaiting = this.#deps.work.waitMs(payer, Date.now()) > 0) {
      const waitMs = this.#deps.work.waitMs(payer, Date.now());
      await scheduler.wait(Math.min(WAIT_MS.max, Math.max(WAIT_MS.min, waitMs)));
    }
    const waiting = this.#waiting.get(payer) ?? new Map<string, Subscription>();
    this.#waiting.delete(payer);
    this.refresh([...waiting.values()]);
  }
}
