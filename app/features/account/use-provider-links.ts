import { useState } from "react";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import { PROVIDER_NAMES, type Provider } from "#app/domain/accounts/provider.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { unlinkProvider } from "#app/server-client/account/account.ts";
import { useProviderAuthorization } from "#app/server-client/account/provider-window.ts";
import { notify } from "#app/ui/notice-store.ts";

export type ProviderLinks = {
  /** The provider that is being unlinked. */
  readonly unlinking: Provider | null;
  /** The provider whose window is open. */
  readonly waitingFor: Provider | null;
  readonly link: (provider: Provider) => void;
  readonly cancel: () => void;
  readonly unlink: (provider: Provider) => void;
};

/** Links sign-in providers to the account and unlinks them. A notice shows each result. */
export function useProviderLinks(onChanged: () => void): ProviderLinks {
  const { t } = useTranslation(["account", "auth"]);
  const errorText = useErrorText();
  const [unlinking, setUnlinking] = useState<Provider | null>(null);

  const authorization = useProviderAuthorization({
    purpose: "link",
    onDone(provider) {
      notify({ title: t("auth:providerLinked", toTextArgs(provider)), variant: "success" });
      onChanged();
    },
    onFailed(message) {
      notify({ title: authErrorText(message, "provider-link-failed", errorText).text, variant: "error" });
    },
  });

  const unlink = async (provider: Provider) => {
    setUnlinking(provider);
    const unlinked = await unlinkProvider(provider);
    setUnlinking(null);
    if (!unlinked.ok) {
      return void notify({ title: errorText(unlinked.error.code, toTextArgs(provider)), variant: "error" });
    }
    notify({ title: t("account:links.wasUnlinked", toTextArgs(provider)), variant: "success" });
    onChanged();
  };

  const { waitingFor, start: link, cancel } = authorization;
  return { unlinking, waitingFor, link, cancel, unlink: (provider) => void unlink(provider) };
}

function toTextArgs(provider: Provider) {
  return { provider: PROVIDER_NAMES[provider] };
}
