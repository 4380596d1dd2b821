// The error codes of Subsonic servers. Source: https://opensubsonic.netlify.app/docs/responses/error/
import type { ErrorCode } from "#app/domain/errors.ts";
import { toBusyFailure } from "#workers/imports/services/busy-failure.ts";
import type { RequestFault } from "#workers/imports/services/request-service.ts";
import type { ServiceFailure } from "#workers/imports/services/service-client.ts";
import type { SubsonicFault } from "./subsonic-requests.ts";

type Operation = "check" | "search" | "browse" | "resolve" | "locate" | "lyrics";

type Codes = Readonly<Record<number, ErrorCode>>;

const LOGIN_CODES: Codes = {
  // wrong username or password
  40: "service-login-refused",
  // tokens are not supported; the password was tried too
  41: "service-login-refused",
  // this kind of login is not supported
  42: "service-login-refused",
  // several kinds of login in one request
  43: "service-login-refused",
  // wrong API key
  44: "service-login-refused",
  // the trial period is over
  60: "service-premium-required",
};

const CODES: Codes = {
  ...LOGIN_CODES,
  // the server requires another version of the API than the one that all servers support
  20: "service-not-subsonic",
  30: "service-not-subsonic",
  // not authorized for this operation
  50: "service-login-refused",
  70: "service-item-not-found",
};

const CODES_OF_DOWNLOADS: Codes = { ...LOGIN_CODES, 50: "import-not-available", 70: "import-not-available" };

/** For the generic error of the API, and codes that it does not define. */
const OTHER_CODE: Readonly<Record<Operation, ErrorCode>> = {
  check: "service-unreachable",
  search: "service-search-failed",
  browse: "service-unreachable",
  resolve: "service-unreachable",
  locate: "import-info-failed",
  lyrics: "service-unreachable",
};

export function toServiceFailure(fault: SubsonicFault, operation: Operation): ServiceFailure {
  if (fault.kind === "request") return toRequestFailure(fault.fault, operation);
  const codes = operation === "locate" ? CODES_OF_DOWNLOADS : CODES;
  return { code: codes[fault.code] ?? OTHER_CODE[operation] };
}

/** Whether the server is there and accepts the login, but does not offer this part of the API, or not to this account. */
export function isUnsupported(fault: SubsonicFault): boolean {
  if (fault.kind === "refused") return LOGIN_CODES[fault.code] === undefined;
  if (toBusyFailure(fault.fault)) return false;
  return fault.fault.status === 501 || lacksApi(fault.fault);
}

/**
 * Whatever answers, or does not, at the address of a person's own server: the answer is the same, so that it tells nothing about the
 * hosts of a private network. Once connected, a server may ask for a pause.
 */
function toRequestFailure(fault: RequestFault, operation: Operation): ServiceFailure {
  const busy = operation === "check" ? null : toBusyFailure(fault);
  if (busy) return busy;
  const isTooLarge = operation !== "check" && fault.reason === "too-large";
  return { code: isTooLarge ? "service-response-too-large" : "service-not-subsonic" };
}

/** Whether the server has answered without this part of the API. */
function lacksApi({ reason, status }: RequestFault): boolean {
  switch (reason) {
    case "unreachable":
    case "too-late":
    case "too-large":
      return false;
    case "redirected":
    case "malformed":
      return true;
    case "status":
      // a reverse proxy asks for a login of its own
      return status !== 401 && status !== 403 && (status === null || status < 500);
  }
}
