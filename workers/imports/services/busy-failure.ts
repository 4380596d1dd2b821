import { SECOND_MS } from "#app/domain/units.ts";
import type { RequestFault } from "./request-service.ts";
import type { ServiceFailure } from "./service-client.ts";

/** The failure of a request that the service asks to repeat later (RFC 6585 §4, RFC 9110 §15.6.4). Null for other faults. */
export function toBusyFailure({ reason, status, retryAfterMs }: RequestFault): ServiceFailure | null {
  const isBusy = status === 429 || (status === 503 && retryAfterMs !== null);
  if (reason !== "status" || !isBusy) return null;
  if (retryAfterMs === null) return { code: "service-busy" };
  return { code: "service-busy", detail: { waitSeconds: Math.ceil(retryAfterMs / SECOND_MS) } };
}
