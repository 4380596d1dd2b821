import { createHash } from "node:crypto";
import { type Payer, WORK_COSTS, type WorkBudgets } from "#app/domain/access/work-budget.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { FairQueue } from "#app/lib/fair-queue.ts";
import type { FunctionResponse } from "#app/protocol/function-envelope.ts";
import { breathe } from "#db/breathe.ts";
import { type ReadKey, toRoomId } from "#db/changes/read-recorder.ts";
import { logError } from "#workers/http/log-error.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { type FunctionRunner, type Identity, isByToken } from "./function-runner.ts";
import { type QueryModification, toModification } from "./live-messages.ts";
import { RecentSteps } from "./recent-steps.ts";
import type { Subscription, SubscriptionStore } from "./subscription-store.ts";

/** A query whose data changes again and again while it is evaluated is sent as it is. */
const EVALUATIONS_MAX = 4;

/** The result of a query. */
type Evaluation = {
  readonly outcome: FunctionResponse<unknown>;
  /** Identifies the result. Its log lines alone are no reason to send it again. */
  readonly digest: string;
  /** Length of the result as JSON, characters. */
  readonly chars: number;
  readonly reads: readonly ReadKey[];
  /** JSON. */
  readonly readsText: string;
  /** The last step of changes before the evaluation began. */
  readonly sinceStep: number;
};

/** The outcome for subscriptions of a connection. */
type Evaluated = {
  readonly modifications: readonly QueryModification[];
  readonly waiting: readonly Subscription[];
  readonly outdated: readonly Subscription[];
};

/** Evaluations that several subscriptions share, by caller and query. Null: the payer of the first of them owed something in its turn. */
type SharedEvaluations = Map<string, Promise<Evaluation | null>>;

/** An evaluation whose result is stored as the one that is sent last. `isNew`: another one was sent before. */
type Settled = { readonly evaluation: Evaluation; readonly isNew: boolean; readonly isOutdated: boolean };

/** Null: the payer owes something. */
type Attempt = Settled | "again" | null;

type Caller = Identity & { readonly payer: Payer };

type Deps = {
  readonly env: Env;
  readonly store: SubscriptionStore;
  readonly runner: FunctionRunner;
  readonly work: WorkBudgets;
  /** Evaluations by payer. */
  readonly turns: FairQueue;
};

/** Evaluates queries, a few at once, stores what they have read, and charges their payers. */
export class QueryEvaluator {
  readonly #deps: Deps;
  readonly #watchedRooms = new Set<RoomId>();
  readonly #steps = new RecentSteps();
  /** The evaluations since the last step of changes, while any of them runs. */
  #shared: SharedEvaluations = new Map();
  #running = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** To be called when data has changed, before the affected subscriptions are looked up. */
  recordStep(keys: ReadonlySet<ReadKey>): void {
    this.#steps.record(keys);
    this.#shared = new Map();
  }

  /** The room does not report its changes any more. */
  forgetRoom(roomId: RoomId): void {
    this.#watchedRooms.delete(roomId);
  }

  /**
   * Evaluates queries of a connection in the name of its caller. Returns the results that were not sent to it yet, the
   * subscriptions that wait because their payer owes something, and those whose results have changed again.
   */
  async evaluate(caller: Caller, subscriptions: readonly Subscription[]): Promise<Evaluated> {
    this.#running += 1;
    const { store } = this.#deps;
    // a first result has the changes that were made before the subscription, whether or not the change log was read meanwhile
    const first: SharedEvaluations = new Map();
    const evaluated = await Promise.all(
      subscriptions.map(async (subscription) => {
        const shared = subscription.digest === "" ? () => first : () => this.#shared;
        const settled = await this.#evaluateUntilCurrent(caller, subscription, shared);
        if (settled?.isNew) this.#charge(caller.payer, settled.evaluation.chars * WORK_COSTS.byte);
        return { subscription, settled };
      }),
    ).finally(() => {
      this.#running -= 1;
      if (this.#running === 0) this.#shared = new Map();
    });
    return {
      modifications: evaluated.flatMap(({ subscription, settled }) => {
        // while the slowest query was evaluated, a later result of another one may have been sent
        const isCurrent = settled?.isNew && store.hasDigest(subscription, settled.evaluation.digest);
        return isCurrent ? toModification(subscription.queryId, settled.evaluation.outcome) : [];
      }),
      waiting: evaluated.filter(({ settled }) => !settled).map(({ subscription }) => subscription),
      outdated: evaluated.filter(({ settled }) => settled?.isOutdated).map(({ subscription }) => subscription),
    };
  }

  /**
   * Evaluates a query again if its data, or the caller, has changed before what it reads was stored. Null if the payer owes
   * something.
   */
  async #evaluateUntilCurrent(
    caller: Caller,
    subscription: Subscription,
    shared: () => SharedEvaluations,
  ): Promise<Settled | null> {
    for (let evaluations = 1; ; evaluations++) {
      const isLast = evaluations >= EVALUATIONS_MAX;
      const result = await this.#attempt(caller, subscription, { shared: shared(), isLast });
      if (result !== "again") return result;
    }
  }

  /** A result is compared with the changes and stored at once: whatever changes later finds the subscription as one to refresh. */
  async #attempt(
    caller: Caller,
    subscription: Subscription,
    { shared, isLast }: { readonly shared: SharedEvaluations; readonly isLast: boolean },
  ): Promise<Attempt> {
    const { store, work } = this.#deps;
    if (work.waitMs(caller.payer, Date.now()) > 0) return null;
    // of this moment: the caller may sign in or out meanwhile
    const identity: Identity = { sessionId: caller.sessionId, caller: caller.caller };
    const key = toSharedKey(identity, subscription);
    const begun = shared.get(key);
    if (begun) this.#charge(caller.payer, WORK_COSTS.message);
    const running = begun ?? this.#evaluateInTurn(identity, caller.payer, subscription);
    shared.set(key, running);
    const evaluation = await running;
    if (evaluation === null) {
      if (shared.get(key) === running) shared.delete(key);
      return begun ? "again" : null;
    }
    if (!store.has(subscription)) return { evaluation, isNew: false, isOutdated: false };
    // a query that failed in the middle may have read less than before
    if (isInternalError(evaluation.outcome)) store.addReads(subscription, evaluation.readsText);
    else store.setReads(subscription, evaluation.readsText);
    // a room that was not watched during the evaluation may have changed unnoticed
    const isMissed = await this.#watchRooms(evaluation.reads);
    const isOtherCaller = caller.sessionId !== identity.sessionId;
    const isOutdated = isMissed || isOtherCaller || this.#steps.hasChanged(evaluation.reads, evaluation.sinceStep);
    if (isOutdated && shared.get(key) === running) shared.delete(key);
    if (isOtherCaller || (isOutdated && !isLast)) return "again";
    return { evaluation, isNew: store.setDigest(subscription, evaluation.digest), isOutdated };
  }

  async #evaluateInTurn(identity: Identity, payer: Payer, subscription: Subscription): Promise<Evaluation | null> {
    const { turns, work } = this.#deps;
    const evaluated = turns.run(payer, async () => {
      if (work.waitMs(payer, Date.now()) > 0) return null;
      return this.#evaluate(identity, payer, subscription).finally(breathe);
    });
    return evaluated ?? null;
  }

  async #evaluate(identity: Identity, payer: Payer, { path, args }: Subscription): Promise<Evaluation> {
    const sinceStep = this.#steps.last;
    const { outcome, reads, rowsRead } = await this.#deps.runner.query({ path, args: JSON.parse(args) }, identity);
    const { logLines: _, ...result } = outcome;
    const text = JSON.stringify(result);
    const digest = createHash("sha256").update(text).digest("base64");
    this.#charge(payer, WORK_COSTS.call + rowsRead * WORK_COSTS.row + text.length * WORK_COSTS.byte);
    return { outcome, digest, chars: text.length, reads, readsText: JSON.stringify(reads), sinceStep };
  }

  #charge(payer: Payer, units: number): void {
    this.#deps.work.charge(payer, units, Date.now());
  }

  /** Makes the rooms on which a query depends report their changes. Returns whether any of them does that only from now on. */
  async #watchRooms(reads: readonly ReadKey[]): Promise<boolean> {
    const roomIds = reads.map(toRoomId).filter((id) => id !== null && !this.#watchedRooms.has(id)) as readonly RoomId[];
    let isMissed = false;
    for (const roomId of roomIds) {
      this.#watchedRooms.add(roomId);
      try {
        await roomObject(this.#deps.env, roomId).watchForQueries();
        isMissed = true;
      } catch (error) {
        this.#watchedRooms.delete(roomId);
        logError("live-queries", error, { roomId });
      }
    }
    return isMissed;
  }
}

function toSharedKey(identity: Identity, { path, args }: Subscription): string {
  return JSON.stringify([identity.sessionId, isByToken(identity), identity.caller.roomAccessToken, path, args]);
}

function isInternalError(outcome: FunctionResponse<unknown>): boolean {
  return outcome.status === "error" && outcome.errorData === undefined;
}
