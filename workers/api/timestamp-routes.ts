import { Hono } from "hono";
import { toPayer, WORK_COSTS } from "#app/domain/access/work-budget.ts";
import { fail, type Result } from "#app/domain/result.ts";
import { createDbAsOf, type FormerDb } from "#db/changes/as-of.ts";
import { findLastChange } from "#db/queries/changes.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import type { AppEnv, RequestContext } from "#workers/http/request-context.ts";
import { isolateWork } from "#workers/work/isolate-work.ts";
import { type CallError, callByName } from "./dispatch.ts";
import { answerCall, type ParsedCall, readCall } from "./function-routes.ts";
import { issueTimestamp, readTimestamp } from "./signed-timestamp.ts";

/**
 * Consistent reads: `/api/query_ts` names the current moment, and `/api/query_at_ts` runs queries as of that moment, whatever is
 * written meanwhile. `/api/debug_event` receives what clients report after a long disconnect.
 */
export const timestampRoutes = new Hono<AppEnv>()
  .post("/api/query_ts", async (c) => {
    const { env, db, nowMs, address, user } = c.var.requestContext;
    const caller = toPayer((await user())?.id ?? null, address);
    const changeId = await findLastChange(db);
    return c.json({ ts: issueTimestamp(env.APP_SECRET, { changeId, caller, nowMs }) }, 200, NO_STORE);
  })
  .post("/api/query_at_ts", async (c) => {
    const call = await readCall(c.req.raw);
    if (call instanceof Response) return call;
    return answerCall(c.var.requestContext, call, () => queryAt(c.var.requestContext, call));
  })
  .post("/api/debug_event", (c) => c.json({}, 200, NO_STORE));

async function queryAt(context: RequestContext, { path, args, ts = "" }: ParsedCall): Promise<Result<unknown, CallError>> {
  const { env, nowMs, address } = context;
  const payer = toPayer((await context.user())?.id ?? null, address);
  // clients ask for a timestamp without their token, as a guest at the same address
  const callers = [payer, toPayer(null, address)];
  const changeId = readTimestamp(env.APP_SECRET, ts, { callers, nowMs });
  if (changeId === null) return fail({ code: "invalid-arguments", detail: "ts: not a timestamp from /api/query_ts" });
  if (isolateWork.waitMs(payer, nowMs) > 0) return fail({ code: "too-many-requests" });
  const charge = (rows: number) => isolateWork.charge(payer, WORK_COSTS.call + rows * WORK_COSTS.row, nowMs);
  const former = await createDbAsOf(env.DB, changeId, charge);
  return former ? queryFormer(context, former, { path, args }) : fail({ code: "timestamp-unavailable" });
}

async function queryFormer(
  context: RequestContext,
  { db, hasRefused }: FormerDb,
  call: Pick<ParsedCall, "path" | "args">,
): Promise<Result<unknown, CallError>> {
  try {
    const result = await callByName(context, { ...call, kind: "query", former: db });
    return hasRefused() ? fail({ code: "timestamp-unavailable" }) : result;
  } catch (error) {
    if (hasRefused()) return fail({ code: "timestamp-unavailable" });
    throw error;
  }
}
