import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import {
  PROVIDER_CHANNEL,
  PROVIDER_QUERY,
  type ProviderAuthorizationResult,
  type ProviderMode,
} from "#app/protocol/provider-window.ts";
import { broadcastAccountChange } from "./account-changes.ts";
import { readSession } from "./session.ts";

// An attempt to sign in with a provider, or to link one, in a popup window. The page and the popup lose their references to each
// other on the way, because our pages set `Cross-Origin-Opener-Policy`. The result therefore arrives over a channel, and the page
// cannot notice that the person closes the popup.

/** A session storage key, present while a provider's window is open (SPEC §3). */
const MARKER_KEY = "provider-window";
const ADDRESSES = { "sign-in": "/auth/", link: "/api/auth/link-" } as const;

type Purpose = keyof typeof ADDRESSES;
/** `statusMessage` is a text key (`auth.errors.…`), or empty. */
type ProviderFailure = { readonly statusMessage: string; readonly provider: Provider };

export type ProviderAttemptOptions = {
  readonly purpose: Purpose;
  /** The session has changed, or the account has another linked provider. */
  readonly onDone: (provider: Provider) => void;
  readonly onFailed: (failure: ProviderFailure) => void;
};

export type ProviderAttempt = { readonly id: string; readonly provider: Provider; readonly popup: Window };

/** Opens the provider's page in a popup. Null if the browser blocks it: then the page itself goes to the provider. */
export function startAttempt(purpose: Purpose, provider: Provider): ProviderAttempt | null {
  const id = crypto.randomUUID();
  const popup = window.open(toAddress({ purpose, provider, id, mode: "popup" }), `tutti-${id}`, popupFeatures());
  if (popup) return { id, provider, popup };
  location.assign(toAddress({ purpose, provider, id, mode: "redirect" }));
  return null;
}

/** Reports from the provider's window how the attempt ended. */
export function broadcastProviderResult(result: ProviderAuthorizationResult): void {
  const channel = new BroadcastChannel(PROVIDER_CHANNEL);
  channel.postMessage(result);
  channel.close();
  if (result.result !== "failed") broadcastAccountChange();
}

/** Waits until the attempt succeeds, fails or times out. Returns the function that stops waiting and closes the popup. */
export function waitForResult(
  { id, provider, popup }: ProviderAttempt,
  { purpose, onEnd, onDone, onFailed }: ProviderAttemptOptions & { readonly onEnd: () => void },
): () => void {
  let isOver = false;
  const succeed = () => {
    isOver = true;
    onEnd();
    broadcastAccountChange();
    onDone(provider);
  };
  const channel = new BroadcastChannel(PROVIDER_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ProviderAuthorizationResult>) => {
    if (data.attempt !== id) return;
    if (data.result !== "failed") return succeed();
    onEnd();
    onFailed({ statusMessage: data.statusMessage ?? "", provider });
  };
  // the result may never arrive, so the page checks for a session when the person returns to it
  const checkSession = async () => {
    const user = await readSession();
    if (user && !isOver) succeed();
  };
  const onFocus = () => void (purpose === "sign-in" && checkSession());
  window.addEventListener("focus", onFocus);
  const timer = setTimeout(onEnd, accountLimits.providerAuthorizationMs);
  setMarker(id);
  return () => {
    isOver = true;
    setMarker(null);
    clearTimeout(timer);
    window.removeEventListener("focus", onFocus);
    channel.close();
    // has no effect once the popup has left our origin
    popup.close();
  };
}

function toAddress(options: {
  readonly purpose: Purpose;
  readonly provider: Provider;
  readonly id: string;
  readonly mode: ProviderMode;
}): string {
  const query = new URLSearchParams({
    [PROVIDER_QUERY.mode]: options.mode,
    [PROVIDER_QUERY.attempt]: options.id,
    [PROVIDER_QUERY.returnTo]: `${location.pathname}${location.search}`,
  });
  return `${ADDRESSES[options.purpose]}${options.provider}?${query}`;
}

/** Centers the popup over this window, on whichever screen that is. */
function popupFeatures(): string {
  const { popupWidthPx: width, popupHeightPx: height } = accountLimits;
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

function setMarker(id: string | null): void {
  try {
    if (id) sessionStorage.setItem(MARKER_KEY, id);
    else sessionStorage.removeItem(MARKER_KEY);
  } catch {
    // storage is forbidden, and nothing depends on the marker
  }
}
