import { waitUntil } from "cloudflare:workers";
import { createDb, type Db, isWrite } from "#db/client.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";
import { logError } from "./log-error.ts";

/** The database. After every write, the live queries are updated. */
export function openDb(env: Env): Db {
  const notify = coalesce(() => liveObject(env).notifyWrite());
  const onExecuted = (statements: readonly string[]) => {
    if (statements.some(isWrite)) notify();
  };
  return createDb(env.DB, { onExecuted });
}

/** Runs `send` after the current calls, once at a time. A call while it runs is followed by another run. */
function coalesce(send: () => Promise<unknown>): () => void {
  let isSending = false;
  let isOutdated = false;
  const run = async () => {
    isSending = true;
    while (isOutdated) {
      isOutdated = false;
      await send().catch((error) => logError("live-queries", error));
    }
    isSending = false;
  };
  return () => {
    isOutdated = true;
    if (!isSending) waitUntil(run());
  };
}
