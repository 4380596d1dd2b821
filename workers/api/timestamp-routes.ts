import { Hono } from "hono";
import { fail, type Result } from "#app/domain/result.ts";
import { createDbAsOf } from "#db/changes/as-of.ts";
import { ReadRecorder, toRoomId } from "#db/changes/read-recorder.ts";
import { findLastChange } from "#db/queries/changes.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import type { AppEnv, RequestContext } from "#workers/http/request-context.ts";
import { decodeTimestamp, encodeTimestamp } from "#workers/live-contract/timestamp.ts";
import { type CallError, callByName } from "./dispatch.ts";
import { answerCall, type ParsedCall, readCall } from "./function-routes.ts";

/**
 * Consistent reads: `/api/query_ts` names the current moment, and `/api/query_at_ts` runs queries as of that moment, whatever is
 * written meanwhile. `/api/debug_event` receives what clients report after a long disconnect.
 */
export const timestampRoutes = new Hono<AppEnv>()
  .post("/api/query_ts", async (c) => {
    const ts = encodeTimestamp(await findLastChange(c.var.requestContext.db));
    return c.json({ ts }, 200, NO_STORE);
  })
  .post("/api/query_at_ts", async (c) => {
    const call = await readCall(c.req.raw);
    if (call instanceof Response) return call;
    return answerCall(c.var.requestContext, call, () => queryAt(c.var.requestContext, call));
  })
  .post("/api/debug_event", (c) => c.json({}, 200, NO_STORE));

async function queryAt(context: RequestContext, { path, args, ts }: ParsedCall): Promise<Result<unknown, CallError>> {
  const changeId = decodeTimestamp(ts ?? "");
  if (changeId === null) return fail({ code: "invalid-arguments", detail: "ts: not a timestamp from /api/query_ts" });
  const db = await createDbAsOf(context.env.DB, changeId);
  if (!db) return fail({ code: "timestamp-unavailable" });
  // the caller's session is the current one
  await context.session();
  const recorder = new ReadRecorder(db);
  const result = await callByName({ ...context, db }, { path, kind: "query", args });
  // the state of a room's object has no history
  return recorder.keys.some((key) => toRoomId(key) !== null) ? fail({ code: "timestamp-unavailable" }) : result;
}
