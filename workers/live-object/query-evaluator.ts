import { createHash } from "node:crypto";
import type { RoomId } from "#app/domain/ids.ts";
import type { FunctionResponse } from "#app/protocol/function-envelope.ts";
import { type ReadKey, toRoomId } from "#db/changes/read-recorder.ts";
import { logError } from "#workers/http/log-error.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { type FunctionRunner, type Identity, isByToken } from "./function-runner.ts";
import { type QueryModification, toModification } from "./live-messages.ts";
import type { Subscription, SubscriptionStore } from "./subscription-store.ts";

/** A query whose data changes again and again while it is evaluated is sent as it is. */
const EVALUATIONS_MAX = 4;

/** The result of a query. */
type Evaluation = {
  readonly outcome: FunctionResponse<unknown>;
  readonly reads: readonly ReadKey[];
  /** The last step of changes before the evaluation began. */
  readonly sinceStep: number;
};

/** Evaluations that several connections share, by caller and query. */
export type SharedEvaluations = Map<string, Promise<Evaluation>>;

/** Evaluates queries and stores what they have read. */
export class QueryEvaluator {
  readonly #env: Env;
  readonly #store: SubscriptionStore;
  readonly #runner: FunctionRunner;
  readonly #watchedRooms = new Set<RoomId>();
  /** The changes since the oldest evaluation that is running began. */
  #steps: { readonly number: number; readonly keys: ReadonlySet<ReadKey> }[] = [];
  #lastStep = 0;
  /** Evaluations whose reads are not stored yet. */
  #evaluations = 0;

  constructor(env: Env, store: SubscriptionStore, runner: FunctionRunner) {
    this.#env = env;
    this.#store = store;
    this.#runner = runner;
  }

  /** To be called when data has changed, before the affected subscriptions are looked up. */
  recordStep(keys: ReadonlySet<ReadKey>): void {
    this.#lastStep += 1;
    if (this.#evaluations > 0) this.#steps.push({ number: this.#lastStep, keys });
  }

  /** The room does not report its changes any more. */
  forgetRoom(roomId: RoomId): void {
    this.#watchedRooms.delete(roomId);
  }

  /** Evaluates queries of a connection in the name of its caller, and returns the results that were not sent to it yet. */
  async evaluate(
    caller: Identity,
    subscriptions: readonly Subscription[],
    shared: SharedEvaluations = new Map(),
  ): Promise<readonly QueryModification[]> {
    const evaluated = await Promise.all(
      subscriptions.map(async (subscription) => {
        const outcome = await this.#evaluateCurrent(caller, subscription, shared);
        const digest = toDigest(outcome);
        return { subscription, outcome, digest, isNew: this.#store.setDigest(subscription, digest) };
      }),
    );
    return (
      evaluated
        .filter(({ isNew }) => isNew)
        // while the slowest query was evaluated, a later result of another one may have been sent
        .filter(({ subscription, digest }) => this.#store.hasDigest(subscription, digest))
        .map(({ subscription, outcome }) => toModification(subscription.queryId, outcome))
    );
  }

  async #evaluateCurrent(
    caller: Identity,
    subscription: Subscription,
    shared: SharedEvaluations,
  ): Promise<FunctionResponse<unknown>> {
    this.#evaluations += 1;
    try {
      return await this.#evaluateUntilCurrent(caller, subscription, shared);
    } finally {
      this.#evaluations -= 1;
      if (this.#evaluations === 0) this.#steps = [];
    }
  }

  /** Evaluates a query again if its data, or the caller, has changed before what it reads was stored. */
  async #evaluateUntilCurrent(
    caller: Identity,
    subscription: Subscription,
    shared: SharedEvaluations,
  ): Promise<FunctionResponse<unknown>> {
    for (let evaluations = 1; ; evaluations++) {
      // of this moment: the caller may sign in or out meanwhile
      const identity: Identity = { sessionId: caller.sessionId, caller: caller.caller };
      const { sessionId, caller: by } = identity;
      const key = JSON.stringify([sessionId, isByToken(identity), by.roomAccessToken, subscription.path, subscription.args]);
      const running = shared.get(key) ?? this.#evaluate(identity, subscription);
      shared.set(key, running);
      const evaluation = await running;
      if (!this.#store.has(subscription)) return evaluation.outcome;
      // a query that failed in the middle may have read less than before
      if (isInternalError(evaluation.outcome)) this.#store.addReads(subscription, evaluation.reads);
      else this.#store.setReads(subscription, evaluation.reads);
      // a room that was not watched during the evaluation may have changed unnoticed
      const isMissed = await this.#watchRooms(evaluation.reads);
      const isOtherCaller = caller.sessionId !== identity.sessionId;
      const isOutdated = isMissed || isOtherCaller || this.#hasChanged(evaluation);
      if (!isOutdated || (evaluations >= EVALUATIONS_MAX && !isOtherCaller)) return evaluation.outcome;
      if (shared.get(key) === running) shared.delete(key);
    }
  }

  async #evaluate(identity: Identity, { path, args }: Subscription): Promise<Evaluation> {
    const sinceStep = this.#lastStep;
    return { ...(await this.#runner.query({ path, args: JSON.parse(args) }, identity)), sinceStep };
  }

  #hasChanged({ reads, sinceStep }: Evaluation): boolean {
    return this.#steps.some(({ number, keys }) => number > sinceStep && reads.some((key) => keys.has(key)));
  }

  /** Makes the rooms on which a query depends report their changes. Returns whether any of them did not until now. */
  async #watchRooms(reads: readonly ReadKey[]): Promise<boolean> {
    const roomIds = reads.map(toRoomId).filter((id) => id !== null && !this.#watchedRooms.has(id)) as readonly RoomId[];
    for (const roomId of roomIds) {
      this.#watchedRooms.add(roomId);
      try {
        await roomObject(this.#env, roomId).watchForQueries();
      } catch (error) {
        this.#watchedRooms.delete(roomId);
        logError("live-queries", error, { roomId });
      }
    }
    return roomIds.length > 0;
  }
}

function isInternalError(outcome: FunctionResponse<unknown>): boolean {
  return outcome.status === "error" && outcome.errorData === undefined;
}

/** Identifies the result of a query. Its log lines alone are no reason to send it again. */
function toDigest({ logLines: _, ...result }: FunctionResponse<unknown>): string {
  return createHash("sha256").update(JSON.stringify(result)).digest("base64");
}
