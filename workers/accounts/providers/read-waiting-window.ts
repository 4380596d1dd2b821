import { localPath } from "#app/domain/accounts/local-path.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { PROVIDER_QUERY } from "#app/protocol/provider-window.ts";
import type { Waiting } from "./provider-outcome.ts";

const ATTEMPT = /^[\w-]{1,64}$/;

/** What the address says by which somebody leaves for a provider. */
export function readWaiting(request: Request, provider: Provider): Waiting {
  const { searchParams } = new URL(request.url);
  const attempt = searchParams.get(PROVIDER_QUERY.attempt) ?? "";
  return {
    provider,
    mode: searchParams.get(PROVIDER_QUERY.mode) === "popup" ? "popup" : "redirect",
    attempt: ATTEMPT.test(attempt) ? attempt : "",
    returnTo: localPath(searchParams.get(PROVIDER_QUERY.returnTo)),
  };
}
