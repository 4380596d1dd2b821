import { createHash } from "node:crypto";
import type { FunctionResponse } from "#app/protocol/function-envelope.ts";
import { createDb } from "#db/client.ts";
import { findLastChange } from "#db/queries/changes.ts";
import type { FunctionRunner } from "./function-runner.ts";
import type { LiveConnection } from "./live-connection.ts";
import type { ClientMessageOf } from "./live-messages.ts";
import type { SubscriptionStore } from "./subscription-store.ts";

/** The outcome of a mutation, and the timestamp from which its effects can be seen. */
type EndedMutation = { readonly outcome: FunctionResponse<unknown>; readonly ts: number };

type Deps = {
  readonly env: Env;
  readonly storage: DurableObjectStorage;
  readonly store: SubscriptionStore;
  readonly runner: FunctionRunner;
};

/** The server stopped while the mutation ran. It is not run again, because it may have had its effects. */
const INTERRUPTED: EndedMutation = {
  outcome: {
    status: "error",
    errorMessage: "The server was restarted meanwhile. Check whether the change was made.",
    errorData: { code: "internal" },
    logLines: [],
  },
  ts: 0,
};

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
    const { store } = this.#deps;
    const { requestId } = message;
    const client = nameClient(connection);
    const key = `${client} ${requestId}`;
    const running = this.#running.get(key);
    if (running) return running;
    const stored = store.findMutation(client, requestId);
    if (stored !== undefined) return stored ?? INTERRUPTED;
    const ending = this.#runNew(connection, client, message).finally(() => this.#running.delete(key));
    this.#running.set(key, ending);
    return ending;
  }

  async #runNew(
    connection: LiveConnection,
    client: string,
    { requestId, udfPath: path, args }: ClientMessageOf<"Mutation">,
  ): Promise<EndedMutation> {
    const { env, storage, store, runner } = this.#deps;
    store.beginMutation(client, requestId, Date.now());
    await storage.sync();
    const outcome = await runner.run({ path, args: args[0] ?? {} }, "mutation", connection);
    const ended = { outcome, ts: await findLastChange(createDb(env.DB)) };
    store.endMutation(client, requestId, ended);
    return ended;
  }
}

/** Names a client across its connections. The name that it gives itself is not a secret, so the session is part of it. */
function nameClient({ clientId, sessionId, caller, id }: LiveConnection): string {
  const name = [clientId ?? id, sessionId ?? caller.address];
  return createHash("sha256").update(JSON.stringify(name)).digest("base64");
}
