import { z } from "zod";
import type { ErrorCode } from "#app/domain/errors.ts";
import { toBusyFailure } from "../busy-failure.ts";
import type { RequestFault } from "../request-service.ts";
import type { ServiceFailure } from "../service-client.ts";

/** The purpose of a request. `info` lists the formats of a track; `link` prepares the download of one of them. */
export type YandexStep = "account" | "search" | "browse" | "resolve" | "info" | "link";

type Refusal = {
  /** The status of a response that is an error. Null without a response, or if only its content is wrong. */
  readonly status: number | null;
  /** The name and the message of the service's error, in lower case. Empty if there is none. */
  readonly words: string;
  /** Whether the service is down, cannot be reached, or blocks the country of this server (451). */
  readonly isOutage: boolean;
};

const CODES: Readonly<Record<YandexStep, (refusal: Refusal) => ErrorCode>> = {
  account: ({ status }) => (status === 403 ? "service-token-invalid" : "service-unreachable"),
  browse: ({ status }) => (status === 403 ? "service-token-invalid" : "service-unreachable"),
  search: ({ isOutage }) => (isOutage ? "service-unreachable" : "service-search-failed"),
  // 403 is the response for a private playlist
  resolve: ({ status }) => (isOneOf([400, 403, 404, 410], status) ? "service-item-not-found" : "service-unreachable"),
  info: ({ status, words }) =>
    isOneOf([403, 404, 451], status) || RIGHTS_WORDS.test(words) ? toRightsCode(words) : "import-info-failed",
  // the request has no token, so its failures say nothing about the account
  link: () => "import-not-prepared",
};

/** Errors of the service, such as `not-allowed`, `no-rights` and "active plus subscription required". */
const PREMIUM_WORDS = /premium|\bplus\b|subscription/;
const RIGHTS_WORDS = /premium|\bplus\b|subscription|not-allowed|no-rights/;

/** Translates a failed request. Nothing of the response's text passes on. */
export function toYandexFailure(fault: RequestFault, step: YandexStep): ServiceFailure {
  const busy = toBusyFailure(fault);
  if (busy) return busy;
  if (fault.reason === "too-large") return { code: "service-response-too-large" };
  const status = fault.reason === "status" ? fault.status : null;
  const isSilent = fault.reason === "unreachable" || fault.reason === "too-late";
  const isOutage = isSilent || (status !== null && (status >= 500 || status === 451));
  const refusal = { status, words: readErrorWords(fault.errorText), isOutage };
  const tokenCode = step === "link" ? null : toTokenCode(refusal);
  return { code: tokenCode ?? CODES[step](refusal) };
}

/** The code for a track that the service refuses to the account. `words`: the name and the message of the error. */
export function toRightsCode(words: string): ErrorCode {
  return PREMIUM_WORDS.test(words.toLowerCase()) ? "service-premium-required" : "import-not-available";
}

function toTokenCode({ status, words }: Refusal): ErrorCode | null {
  const isRefused = status === 401 || status === 403;
  const isExpired = words.includes("session-expired") || (isRefused && /\bexpired\b/.test(words) && !PREMIUM_WORDS.test(words));
  if (isExpired) return "service-token-expired";
  return status === 401 ? "service-token-invalid" : null;
}

function isOneOf(statuses: readonly number[], status: number | null): boolean {
  return status !== null && statuses.includes(status);
}

const text = z.string().catch("");
const errorObject = z.object({ name: text, message: text }).transform(({ name, message }) => `${name} ${message}`);
const errorBody = z.object({
  error: z.union([z.string(), errorObject]).catch(""),
  error_description: text,
  result: errorObject.catch(""),
  name: text,
  message: text,
});

/** The service puts the name and the message of an error into `error`, into `result` or at the root. */
function readErrorWords(errorText: string): string {
  try {
    return Object.values(errorBody.parse(JSON.parse(errorText)))
      .join(" ")
      .toLowerCase();
  } catch {
    // not JSON, such as the page of a proxy
    return "";
  }
}
