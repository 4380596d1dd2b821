import { type Payer, toPayer } from "#app/domain/access/work-budget.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { isolateWork } from "./isolate-work.ts";

/** Who pays for the work of a request. */
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
