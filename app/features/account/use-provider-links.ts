import { useState } from "react";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import { PROVIDER_NAMES, type Provider } from "#app/domain/accounts/provider.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type Account, unlinkProvider } from "#app/server-client/account/account.ts";
import { useProviderAuthorization } from "#app/server-client/account/provider-window.ts";
import { notify } from "#app/ui/notice-store.ts";

export type ProviderLinks = {
  /** The provider that is being unlinked. */
  readonly unlinking: Provider | null;
  /** The provider whose window is open. */
  readonly waitingFor: Provider | null;
  /** The provider that is linked once the person has confirmed the session. */
  readonly confirming: Provider | null;
  readonly link: (provider: Provider) => void;
  readonly onConfirmed: (provider: Provider) => void;
  readonly cancelConfirmation: () => void;
  readonly cancel: () => void;
  readonly unlink: (provider: Provider) => void;
};

type ProviderLinksOptions = {
  /** Null until it is loaded. */
  readonly account: Account | null;
  readonly onChanged: () => void;
  readonly onSessionConfirmed: () => void;
};

/**
 * Links sign-in providers to the account and unlinks them. A notice shows each result. Linking requires a recent session; an
 * older one is confirmed with the password first.
 */
export function useProviderLinks({ account, onChanged, onSessionConfirmed }: ProviderLinksOptions): ProviderLinks {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const unlinking = useUnlinking(onChanged);
  const [confirming, setConfirming] = useState<Provider | null>(null);

  const askForConfirmation = (provider: Provider) => {
    if (account?.hasPassword) setConfirming(provider);
    else notify({ title: errorText("recent-sign-in-required"), variant: "error" });
  };

  const authorization = useProviderAuthorization({
    purpose: "link",
    onDone(provider) {
      notify({ title: t("providerLinked", toTextArgs(provider)), variant: "success" });
      onChanged();
    },
    onFailed(failure) {
      const { text, code } = authErrorText(failure, "provider-link-failed", errorText);
      // the session has aged since the account was loaded
      if (code === "recent-sign-in-required") askForConfirmation(failure.provider);
      else notify({ title: text, variant: "error" });
    },
  });

  const { waitingFor, start, cancel } = authorization;
  return {
    ...unlinking,
    waitingFor,
    confirming,
    link: (provider) => (account?.isSessionRecent ? start(provider) : askForConfirmation(provider)),
    onConfirmed(provider) {
      setConfirming(null);
      start(provider);
      onSessionConfirmed();
    },
    cancelConfirmation: () => setConfirming(null),
    cancel,
  };
}

function useUnlinking(onChanged: () => void): Pick<ProviderLinks, "unlinking" | "unlink"> {
  const { t } = useTranslation("account");
  const errorText = useErrorText();
  const [unlinking, setUnlinking] = useState<Provider | null>(null);
  const unlink = async (provider: Provider) => {
    setUnlinking(provider);
    const unlinked = await unlinkProvider(provider);
    setUnlinking(null);
    if (!unlinked.ok) {
      return void notify({ title: errorText(unlinked.error.code, toTextArgs(provider)), variant: "error" });
    }
    notify({ title: t("links.wasUnlinked", toTextArgs(provider)), variant: "success" });
    onChanged();
  };
  return { unlinking, unlink: (provider) => void unlink(provider) };
}

function toTextArgs(provider: Provider) {
  return { provider: PROVIDER_NAMES[provider] };
}
