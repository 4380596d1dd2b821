// Requests to the API of a Subsonic server. Sources: https://www.subsonic.org/pages/api.jsp and
// https://opensubsonic.netlify.app/docs/responses/error/
import { fail, ok, type Result } from "#app/domain/result.ts";
import { type OnReceived, type RequestFault, requestService } from "#workers/imports/services/request-service.ts";
import { createAuthParameters, type SubsonicLogin } from "./subsonic-auth.ts";
import { type SubsonicResponse, subsonicResponse } from "./subsonic-schemas.ts";

/** A Subsonic server refuses with an error code of the API. Anything else is a failure of the request. */
export type SubsonicFault =
  | { readonly kind: "refused"; readonly code: number; readonly version: string }
  | { readonly kind: "request"; readonly fault: RequestFault };

export type SubsonicOptions = {
  /** As `parseServerAddress` returns it. */
  readonly address: string;
  readonly login: SubsonicLogin;
  /** Whether the server is known to accept no tokens. Without it, the first request finds out. */
  readonly isPasswordSent?: boolean;
  /** The bindings' fetch for servers in a private network; the global one by default. */
  readonly send?: typeof fetch;
  readonly onReceived?: OnReceived | undefined;
};

type Parameters = Readonly<Record<string, string | number>>;

export type SubsonicRequests = {
  request(endpoint: string, parameters: Parameters, signal: AbortSignal): Promise<Result<SubsonicResponse, SubsonicFault>>;
  /** A URL with credentials. */
  link(endpoint: string, parameters: Parameters): string;
  isPasswordSent(): boolean;
};

export function createSubsonicRequests({ address, login, send, ...options }: SubsonicOptions): SubsonicRequests {
  let isPasswordSent = options.isPasswordSent ?? false;
  const link = (endpoint: string, parameters: Parameters) => {
    const query = new URLSearchParams({ ...createAuthParameters(login, isPasswordSent), ...COMMON });
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    // old servers do not read the body of a POST
    return `${address}/rest/${endpoint}.view?${query}`;
  };
  const sendOnce = async (endpoint: string, parameters: Parameters, signal: AbortSignal) => {
    const url = link(endpoint, parameters);
    return readAnswer(
      await requestService({ url, schema: subsonicResponse, signal, onReceived: options.onReceived, ...(send && { send }) }),
    );
  };
  return {
    link,
    isPasswordSent: () => isPasswordSent,
    async request(endpoint, parameters, signal) {
      const canSendPassword = login.kind === "password" && !isPasswordSent;
      const answer = await sendOnce(endpoint, parameters, signal);
      if (answer.ok || !canSendPassword || !isTokenRefused(answer.error)) return answer;
      isPasswordSent = true;
      return sendOnce(endpoint, parameters, signal);
    },
  };
}

/** The version is that of the original API, which all servers are compatible with. */
const COMMON = { v: "1.16.1", c: "Tutti", f: "json" };

const PARAMETER_MISSING = 10;
const TOKENS_UNSUPPORTED = 41;

/** Servers of an API before 1.13, which introduced tokens, miss the parameter `p`. */
function isTokenRefused(fault: SubsonicFault): boolean {
  if (fault.kind !== "refused") return false;
  const [, minor = "13"] = /^1\.(\d{1,3})\b/.exec(fault.version) ?? [];
  return fault.code === TOKENS_UNSUPPORTED || (fault.code === PARAMETER_MISSING && Number(minor) < 13);
}

function readAnswer(answer: Result<SubsonicResponse, RequestFault>): Result<SubsonicResponse, SubsonicFault> {
  const response = answer.ok ? answer.value : readRefusal(answer.error);
  // an old Funkwhale sends errors with the status "ok"
  const isRefused = response && (response.status !== "ok" || response.error !== null);
  if (isRefused) return fail({ kind: "refused", code: response.error?.code ?? 0, version: response.version });
  return answer.ok ? ok(answer.value) : fail({ kind: "request", fault: answer.error });
}

/** The API answers refusals with HTTP status 200, but some servers with 4xx. Null if the body is not from the API. */
function readRefusal({ status, errorText }: RequestFault): SubsonicResponse | null {
  if (status === null || status < 400 || status >= 500 || status === 429) return null;
  try {
    return subsonicResponse.safeParse(JSON.parse(errorText)).data ?? null;
  } catch {
    // not JSON: the page of a proxy
    return null;
  }
}
