import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type Payer, toPayer, WORK_COSTS } from "#app/domain/access/work-budget.ts";
import { errorSentence } from "#workers/http/error-sentence.ts";
import { failure } from "#workers/http/failure.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import type { AppEnv, RequestContext } from "#workers/http/request-context.ts";
import { HTTP_STATUS } from "#workers/http/status.ts";
import { isolateWork } from "./isolate-work.ts";

/** Counts each request of an address, whatever accounts it uses. Files are sent without loading a session. */
export const payForRequest = createMiddleware<AppEnv>(async (c, next) => {
  const waitSec = beginWork(`requests ${c.var.requestContext.address}`, WORK_COSTS.request);
  return waitSec === null ? next() : refuseForWork(c, waitSec);
});

/** Refuses a request of a payer who owes something, or of an address with too many at once. A person sees the one for a page. */
export function refuseForWork(c: Context<AppEnv>, waitSec: number): Response {
  const headers = { ...NO_STORE, "Retry-After": String(waitSec) };
  const code = "too-many-requests";
  if (!/^\/(?:api|media)\//.test(c.req.path)) {
    return c.text(errorSentence(code, c.var.requestContext.locale), HTTP_STATUS[code], headers);
  }
  const response = failure(code);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Who pays for the work of a request beyond that. */
export async function findPayer({ user, address }: Pick<RequestContext, "user" | "address">): Promise<Payer> {
  return toPayer((await user())?.id ?? null, address);
}

/** Charges work that is about to begin. Returns the seconds to wait if the payer owes something, and nothing may begin; else null. */
export function beginWork(payer: Payer, units: number): number | null {
  const nowMs = Date.now();
  const waitMs = isolateWork.waitMs(payer, nowMs);
  if (waitMs > 0) return Math.ceil(waitMs / 1000);
  isolateWork.charge(payer, units, nowMs);
  return null;
}
