import { useLocation, useNavigate } from "@remix-run/react";
import { useCallback } from "react";
import { isProvider } from "#app/domain/accounts/provider.ts";
import type { AuthNews } from "./dialogs.ts";

/** What an address says of how signing in went: `?error=…`, with `provider` where one had to do with it. */
export function newsIn(search: URLSearchParams): AuthNews | null {
  const statusMessage = search.get("error");
  const provider = search.get("provider");
  return statusMessage ? { statusMessage, provider: isProvider(provider) ? provider : null } : null;
}

const TOLD_KEYS = ["error", "success", "provider"] as const;
export const NOTE_KEYS = ["showAuth", ...TOLD_KEYS] as const;

/** A path of this origin, with what the address that leads there has to tell. */
export function withNotes(path: string, search: URLSearchParams): string {
  const url = new URL(path, "http://page.invalid");
  for (const key of TOLD_KEYS) {
    const value = search.get(key);
    if (value !== null) url.searchParams.set(key, value);
  }
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Takes out of the address what has been read. */
export function useForgetInAddress(): (keys: readonly string[]) => void {
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
