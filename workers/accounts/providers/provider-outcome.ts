import type { Provider } from "#app/domain/accounts/provider.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import type { ProviderMode, ProviderOutcome } from "#app/protocol/provider-window.ts";

/** Whom the outcome is for: a window that waits for another one, or the page that was left. */
export type Waiting = {
  readonly provider: Provider;
  readonly mode: ProviderMode;
  readonly attempt: string;
  /** A path of this origin. */
  readonly returnTo: string;
};

export type Done = Exclude<ProviderOutcome["result"], "failed">;

/** Where the browser goes with what has become of a visit to a provider. */
export function outcomeUrl(waiting: Waiting, outcome: Result<Done>): string {
  return waiting.mode === "popup" ? popupUrl(waiting, outcome) : pageUrl(waiting, outcome);
}

function popupUrl({ attempt, provider }: Waiting, outcome: Result<Done>): string {
  const query = new URLSearchParams({ attempt, provider, result: outcome.ok ? outcome.value : "failed" });
  if (!outcome.ok) query.set("error", `auth.errors.${outcome.error}`);
  return `/auth/done?${query}`;
}

function pageUrl({ provider, returnTo }: Waiting, outcome: Result<Done>): string {
  const url = new URL(returnTo, "http://page.invalid");
  // what an earlier visit has said there
  for (const name of ["error", "success", "provider"]) url.searchParams.delete(name);
  const said = outcome.ok ? SUCCESSES[outcome.value] : { error: errorParam(provider, outcome.error) };
  for (const [name, value] of Object.entries(said)) url.searchParams.set(name, value);
  if (Object.keys(said).length > 0) url.searchParams.set("provider", provider);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Who is signed in sees it. */
const SUCCESSES: Readonly<Record<Done, Readonly<Record<string, string>>>> = {
  "signed-in": {},
  linked: { success: "provider-linked" },
};

/** The general failure has a name of its own for each provider (SPEC §8). */
function errorParam(provider: Provider, error: ErrorCode): string {
  return error === "provider-failed" ? `${provider}_oauth_failed` : `auth.errors.${error}`;
}
