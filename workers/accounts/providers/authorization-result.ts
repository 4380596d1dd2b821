import type { Provider } from "#app/domain/accounts/provider.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import type { ProviderAuthorizationResult } from "#app/protocol/provider-window.ts";
import type { ReturnTarget } from "./return-target.ts";

export type AuthorizationSuccess = Exclude<ProviderAuthorizationResult["result"], "failed">;

/** The URL that the browser is redirected to, with the result of the authorization in its query. */
export function toResultUrl(target: ReturnTarget, result: Result<AuthorizationSuccess>): string {
  return target.mode === "popup" ? toPopupUrl(target, result) : toPageUrl(target, result);
}

function toPopupUrl({ attempt, provider }: ReturnTarget, result: Result<AuthorizationSuccess>): string {
  const query = new URLSearchParams({ attempt, provider, result: result.ok ? result.value : "failed" });
  if (!result.ok) query.set("error", `auth.errors.${result.error}`);
  return `/auth/done?${query}`;
}

function toPageUrl({ provider, returnTo }: ReturnTarget, result: Result<AuthorizationSuccess>): string {
  const url = new URL(returnTo, "http://page.invalid");
  // the page may still show the result of an earlier authorization
  for (const name of ["error", "success", "provider"]) url.searchParams.delete(name);
  const params = result.ok ? SUCCESS_PARAMS[result.value] : { error: toErrorParam(provider, result.error) };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  if (Object.keys(params).length > 0) url.searchParams.set("provider", provider);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** A sign-in needs no message: the page shows the user. */
const SUCCESS_PARAMS: Readonly<Record<AuthorizationSuccess, Readonly<Record<string, string>>>> = {
  "signed-in": {},
  linked: { success: "provider-linked" },
};

/** The general failure has its own name for each provider (SPEC §8). */
function toErrorParam(provider: Provider, error: ErrorCode): string {
  return error === "provider-failed" ? `${provider}_oauth_failed` : `auth.errors.${error}`;
}
