import type { ErrorCode } from "#app/domain/errors.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import type { RequestFault } from "../request-service.ts";
import type { ServiceFailure } from "../service-client.ts";

/**
 * The failure that a fault of a request means (https://developer.spotify.com/documentation/web-api/concepts/api-calls).
 * `refusalCode` is the error if Spotify refuses the request itself, with status 400 or 404.
 */
export function toSpotifyFailure({ reason, status, retryAfterMs }: RequestFault, refusalCode: ErrorCode): ServiceFailure {
  if (reason !== "status") return { code: "service-unreachable" };
  switch (status) {
    case 429:
      return retryAfterMs === null
        ? { code: "service-busy" }
        : { code: "service-busy", detail: { waitSeconds: Math.ceil(retryAfterMs / SECOND_MS) } };
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
