import { useLocation, useNavigate } from "@remix-run/react";
import { useCallback } from "react";
import { isProvider } from "#app/domain/accounts/provider.ts";
import type { AuthMessage } from "./dialogs.ts";

/** Reads `?error=…&provider=…`, with which a redirect reports that signing in failed. Null without an error. */
export function readAuthMessage(search: URLSearchParams): AuthMessage | null {
  const statusMessage = search.get("error");
  const provider = search.get("provider");
  return statusMessage ? { statusMessage, provider: isProvider(provider) ? provider : null } : null;
}

const RESULT_KEYS = ["error", "success", "provider"] as const;
export const FLASH_MESSAGE_KEYS = ["showAuth", ...RESULT_KEYS] as const;

/** Adds the messages of the current address to the path of a redirect within this site. */
export function withFlashMessages(path: string, search: URLSearchParams): string {
  const url = new URL(path, "http://page.invalid");
  for (const key of RESULT_KEYS) {
    const value = search.get(key);
    if (value !== null) url.searchParams.set(key, value);
  }
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Removes parameters from the address without a new history entry. */
export function useRemoveSearchParams(): (keys: readonly string[]) => void {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (keys) => {
      const rest = new URLSearchParams(search);
      for (const key of keys) rest.delete(key);
      navigate({ search: rest.toString(), hash }, { replace: true, preventScrollReset: true, state });
    },
    [search, hash, state, navigate],
  );
}
