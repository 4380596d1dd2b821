import type { ErrorCode } from "#app/domain/errors.ts";
import { toBusyFailure } from "../busy-failure.ts";
import type { RequestFault } from "../request-service.ts";
import type { ServiceFailure } from "../service-client.ts";

/**
 * The failure that a fault of a request means (https://developer.spotify.com/documentation/web-api/concepts/api-calls).
 * `refusalCode` is the error if Spotify refuses the request itself, with status 400 or 404.
 */
export function toSpotifyFailure(fault: RequestFault, refusalCode: ErrorCode): ServiceFailure {
  const busy = toBusyFailure(fault);
  if (busy) return busy;
  if (fault.reason === "too-large") return { code: "service-response-too-large" };
  if (fault.reason !== "status") return { code: "service-unreachable" };
  switch (fault.status) {
    case 400:
    case 404:
      return { code: refusalCode };
    case 401:
    case 403:
      // the app is blocked, does not have access to this function, or its owner has no subscription
      return { code: "service-unavailable" };
    default:
      return { code: "service-unreachable" };
  }
}
