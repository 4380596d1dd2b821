import { createMiddleware } from "hono/factory";
import { type Payer, toPayer, WORK_COSTS } from "#app/domain/access/work-budget.ts";
import { failure } from "#workers/http/failure.ts";
import type { AppEnv, RequestContext } from "#workers/http/request-context.ts";
import { isolateWork } from "./isolate-work.ts";

/** Counts each request of an address, whatever accounts it uses. Files are sent without loading a session. */
export const payForRequest = createMiddleware<AppEnv>(async (c, next) => {
  const waitSec = beginWork(`requests ${c.var.requestContext.address}`, WORK_COSTS.request);
  if (waitSec === null) return next();
  const response = failure("too-many-requests");
  response.headers.set("Retry-After", String(waitSec));
  return response;
});

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
