import type { FunctionKind, FunctionResponse } from "#app/protocol/function-envelope.ts";
import { type ReadKey, ReadRecorder } from "#db/changes/read-recorder.ts";
import { createDb } from "#db/client.ts";
import { findSessionById } from "#workers/accounts/sign-in/sessions.ts";
import { callForClient } from "#workers/api/call-for-client.ts";
import { decodeArgs } from "#workers/api/decode-args.ts";
import { callByName } from "#workers/api/dispatch.ts";
import { openDb } from "#workers/http/open-db.ts";
import { createContext, newRequestId, type RequestContext } from "#workers/http/request-context.ts";
import type { LiveCaller } from "#workers/live-contract/live-caller.ts";

/** In whose name a function runs. */
export type Identity = { readonly sessionId: string | null; readonly caller: LiveCaller };

/** Whether a token acts for the session: it has signed the client in, or opened its socket. */
export function isByToken({ sessionId, caller }: Identity): boolean {
  return caller.isByToken || sessionId !== caller.sessionId;
}

type FunctionCall = { readonly path: string; readonly args: unknown };

/** Runs functions for the clients of live queries, as the HTTP API does. */
export class FunctionRunner {
  readonly #env: Env;
  readonly #waitUntil: (promise: Promise<unknown>) => void;

  constructor(env: Env, waitUntil: (promise: Promise<unknown>) => void) {
    this.#env = env;
    this.#waitUntil = waitUntil;
  }

  /** Runs a query and returns what it has read, even if it was refused. `rowsRead`: how many rows the database has read for it. */
  async query(
    call: FunctionCall,
    identity: Identity,
  ): Promise<{ readonly outcome: FunctionResponse<unknown>; readonly reads: readonly ReadKey[]; readonly rowsRead: number }> {
    let rowsRead = 0;
    const observed: { recorder?: ReadRecorder } = {};
    const onExecuted = (statements: readonly string[]) => {
      for (const statement of statements) observed.recorder?.observe(statement);
    };
    const onRowsRead = (rows: number) => {
      rowsRead += rows;
    };
    const db = createDb(this.#env.DB, { onExecuted, onRowsRead });
    const recorder = new ReadRecorder(db);
    observed.recorder = recorder;
    const outcome = await this.#run(call, { kind: "query", identity, db });
    return { outcome, reads: recorder.keys, rowsRead };
  }

  /** Runs a mutation or an action. */
  run(call: FunctionCall, kind: "mutation" | "action", identity: Identity): Promise<FunctionResponse<unknown>> {
    return this.#run(call, { kind, identity, db: openDb(this.#env) });
  }

  #run(
    { path, args }: FunctionCall,
    { kind, identity, db }: { readonly kind: FunctionKind; readonly identity: Identity; readonly db: RequestContext["db"] },
  ): Promise<FunctionResponse<unknown>> {
    const context = this.#createContext(identity, db);
    return callForClient(context, { path, call: () => callByName(context, { path, kind, args: decodeArgs(args) }) });
  }

  #createContext({ sessionId, caller }: Identity, db: RequestContext["db"]): RequestContext {
    const { address, locale, roomAccessToken } = caller;
    const nowMs = Date.now();
    const facts = { env: this.#env, db, nowMs, requestId: newRequestId(), nonce: "", waitUntil: this.#waitUntil };
    return createContext({ ...facts, address, locale, roomAccessToken }, async () => {
      const session = sessionId === null ? null : await findSessionById(db, sessionId, nowMs);
      return session && { ...session, isByToken: isByToken({ sessionId, caller }) };
    });
  }
}
