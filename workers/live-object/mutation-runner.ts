import { createHash } from "node:crypto";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { FunctionResponse } from "#app/protocol/function-envelope.ts";
import { createDb } from "#db/client.ts";
import { findLastChange } from "#db/queries/changes.ts";
import { toFailure } from "#workers/api/call-for-client.ts";
import { findCallError } from "#workers/api/dispatch.ts";
import type { FunctionRunner } from "./function-runner.ts";
import type { LiveConnection } from "./live-connection.ts";
import type { ClientMessageOf } from "./live-messages.ts";
import type { EndedMutation, MutationKey, OutcomeStore } from "./outcome-store.ts";

type Deps = {
  readonly env: Env;
  readonly storage: DurableObjectStorage;
  readonly outcomes: OutcomeStore;
  readonly runner: FunctionRunner;
};

/** Refusals before the handler of a function runs. A mutation that is sent again after them may run again. */
const WITHOUT_EFFECT: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  "unknown-function",
  "invalid-arguments",
  "login-required",
  "forbidden",
]);

/**
 * Runs each mutation once. A client that has lost the connection before the response sends the mutation again, and receives
 * the first outcome.
 */
export class MutationRunner {
  readonly #deps: Deps;
  readonly #running = new Map<string, Promise<EndedMutation>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async run(connection: LiveConnection, message: ClientMessageOf<"Mutation">): Promise<EndedMutation> {
    const { requestId, udfPath: path, args } = message;
    const mutation = { client: nameClient(connection), requestId };
    const key = JSON.stringify(mutation);
    const running = this.#running.get(key);
    if (running) return running;
    const stored = this.#deps.outcomes.find(mutation);
    // it is not run again, because it may have had its effects
    if (stored !== undefined) return stored ?? withoutEffect(toFailure(path, { code: "outcome-unknown" }));
    const error = findCallError({ path, kind: "mutation", args: args[0] ?? {} });
    if (error) return withoutEffect(toFailure(path, error));
    const ending = this.#runNew(connection, mutation, message).finally(() => this.#running.delete(key));
    this.#running.set(key, ending);
    return ending;
  }

  async #runNew(
    connection: LiveConnection,
    mutation: MutationKey,
    { udfPath: path, args }: ClientMessageOf<"Mutation">,
  ): Promise<EndedMutation> {
    const { env, storage, outcomes, runner } = this.#deps;
    outcomes.begin(mutation, connection.payer, Date.now());
    await storage.sync();
    const outcome = await runner.run({ path, args: args[0] ?? {} }, "mutation", connection);
    const ended = { outcome, ts: await findLastChange(createDb(env.DB)) };
    if (outcome.status === "error" && WITHOUT_EFFECT.has(outcome.errorData?.code)) outcomes.cancel(mutation);
    else outcomes.end(mutation, ended);
    return ended;
  }
}

function withoutEffect(outcome: FunctionResponse<unknown>): EndedMutation {
  return { outcome, ts: 0 };
}

/** Names a client across its connections. The name that it gives itself is not a secret, so the session is part of it. */
function nameClient({ clientId, sessionId, caller, id }: LiveConnection): string {
  const name = [clientId ?? id, sessionId ?? caller.address];
  return createHash("sha256").update(JSON.stringify(name)).digest("base64");
}
