import { useCallback, useEffect, useRef, useState } from "react";
import type { AuthMessage } from "#app/app-state/dialogs.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { PROVIDER_CHANNEL, PROVIDER_QUERY, type ProviderMode, type ProviderOutcome } from "#app/protocol/provider-window.ts";
import { broadcastAccountChange } from "./account-changes.ts";
import { readSession } from "./session.ts";

/** There while a provider's window is open (SPEC §3). */
const MARKER = "provider-window";
const ADDRESSES = { "sign-in": "/auth/", link: "/api/auth/link-" } as const;

type ProviderUse = {
  readonly purpose: keyof typeof ADDRESSES;
  /** The session is another one, or has one more way in: fetch it again. */
  readonly onDone: (provider: Provider) => void;
  readonly onFailed: (news: AuthMessage) => void;
};

export type ProviderAuthorization = {
  /** Whose window is open. */
  readonly waitingFor: Provider | null;
  /** To be called in the very press: browsers open windows for people only. */
  readonly start: (provider: Provider) => void;
  readonly cancel: () => void;
};

type Attempt = { readonly id: string; readonly provider: Provider; readonly popup: Window };

/**
 * A visit to a provider in a window of its own. That window and ours lose each other on the way (our pages open in
 * `same-origin` isolation): how it went comes over a channel, and nothing is known of one that is just closed.
 */
export function useProvider({ purpose, onDone, onFailed }: ProviderUse): ProviderAuthorization {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const latest = useRef({ onDone, onFailed });
  latest.current = { onDone, onFailed };

  const start = (provider: Provider) => {
    const id = crypto.randomUUID();
    const back = `${location.pathname}${location.search}`;
    const address = (mode: ProviderMode) => {
      const { mode: m, attempt: a, returnTo: r } = PROVIDER_QUERY;
      return `${ADDRESSES[purpose]}${provider}?${new URLSearchParams({ [m]: mode, [a]: id, [r]: back })}`;
    };
    const popup = window.open(address("popup"), `tutti-${id}`, popupFeatures());
    if (popup) setAttempt({ id, provider, popup });
    else location.assign(address("redirect"));
  };

  useEffect(() => {
    if (!attempt) return;
    const { id, provider, popup } = attempt;
    let isOver = false;
    const channel = new BroadcastChannel(PROVIDER_CHANNEL);
    const finish = () => {
      isOver = true;
      setAttempt(null);
      broadcastAccountChange();
      latest.current.onDone(provider);
    };
    channel.onmessage = ({ data }: MessageEvent<ProviderOutcome>) => {
      if (data.attempt !== id) return;
      if (data.result !== "failed") return finish();
      setAttempt(null);
      latest.current.onFailed({ statusMessage: data.statusMessage ?? "", provider });
    };
    const look = async () => {
      const user = await readSession();
      if (user && !isOver) finish();
    };
    const onFocus = () => void (purpose === "sign-in" && look());
    window.addEventListener("focus", onFocus);
    const tooLong = setTimeout(() => setAttempt(null), accountLimits.providerAuthorizationMs);
    mark(id);
    return () => {
      isOver = true;
      mark(null);
      clearTimeout(tooLong);
      window.removeEventListener("focus", onFocus);
      channel.close();
      // as far as it can still be reached
      popup.close();
    };
  }, [attempt, purpose]);

  const cancel = useCallback(() => setAttempt(null), []);
  return { waitingFor: attempt?.provider ?? null, start, cancel };
}

/** From the provider's window: tells the one that waits for it. */
export function tellOutcome(outcome: ProviderOutcome): void {
  const channel = new BroadcastChannel(PROVIDER_CHANNEL);
  channel.postMessage(outcome);
  channel.close();
  if (outcome.result !== "failed") broadcastAccountChange();
}

/** In the middle of this window, wherever on a screen that is. */
function popupFeatures(): string {
  const { popupWidthPx: width, popupHeightPx: height } = accountLimits;
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

function mark(id: string | null): void {
  try {
    if (id) sessionStorage.setItem(MARKER, id);
    else sessionStorage.removeItem(MARKER);
  } catch {
    // a browser that keeps nothing for us: the marker is for those who look
  }
}
