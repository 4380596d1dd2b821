import type { Provider } from "#app/domain/accounts/provider.ts";

/** Where the window of a provider tells the one that opened it how it went: windows of two origins have lost each other. */
export const PROVIDER_CHANNEL = "provider";

/** What the query of `/auth/{provider}` and `/api/auth/link-{provider}` says: in which window, and where to go after it. */
export const PROVIDER_QUERY = { mode: "mode", attempt: "attempt", returnTo: "returnTo" } as const;
export type ProviderMode = "popup" | "redirect";

export type ProviderOutcome = {
  /** Made by the window that waits; another one's is none of its business. */
  readonly attempt: string;
  readonly provider: Provider;
  readonly result: "signed-in" | "linked" | "failed";
  /** `auth.errors.…` where it failed. */
  readonly statusMessage: string | null;
};
