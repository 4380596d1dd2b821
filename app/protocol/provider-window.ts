import type { Provider } from "#app/domain/accounts/provider.ts";

/**
 * The `BroadcastChannel` on which a provider's window reports its outcome. The window loses its `opener` when it visits
 * another origin.
 */
export const PROVIDER_CHANNEL = "provider";

/** The query parameters of `/auth/{provider}` and `/api/auth/link-{provider}`. */
export const PROVIDER_QUERY = { mode: "mode", attempt: "attempt", returnTo: "returnTo" } as const;
/** Whether the provider's page is opened in a window of its own or in the current one. */
export type ProviderMode = "popup" | "redirect";

export type ProviderAuthorizationResult = {
  /** Created by the window that waits, which ignores the outcomes of other attempts. */
  readonly attempt: string;
  readonly provider: Provider;
  readonly result: "signed-in" | "linked" | "failed";
  /** The key of the error's text, `auth.errors.…`; null for success. */
  readonly statusMessage: string | null;
};
