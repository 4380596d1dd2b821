import { toLocalPath } from "#app/domain/accounts/local-path.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { PROVIDER_QUERY, type ProviderMode } from "#app/protocol/provider-window.ts";

/** Where the browser goes after the authorization: the popup's closing page, or the page that started it. */
export type ReturnTarget = {
  readonly provider: Provider;
  readonly mode: ProviderMode;
  /** Identifies the authorization to the window that opened the popup. Empty if there is none. */
  readonly attempt: string;
  /** A path of this origin. */
  readonly returnTo: string;
};

const ATTEMPT_PATTERN = /^[\w-]{1,64}$/;

/** Parses the query of the URL that starts an authorization. Invalid values are replaced by defaults. */
export function parseReturnTarget(request: Request, provider: Provider): ReturnTarget {
  const { searchParams } = new URL(request.url);
  const attempt = searchParams.get(PROVIDER_QUERY.attempt) ?? "";
  return {
    provider,
    mode: searchParams.get(PROVIDER_QUERY.mode) === "popup" ? "popup" : "redirect",
    attempt: ATTEMPT_PATTERN.test(attempt) ? attempt : "",
    returnTo: toLocalPath(searchParams.get(PROVIDER_QUERY.returnTo)),
  };
}
