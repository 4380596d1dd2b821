import { useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import { decideUnlink, PROVIDER_NAMES, PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { type Account, unlinkProvider } from "#app/server-client/account/account.ts";
import { useProvider } from "#app/server-client/account/provider-window.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { ProviderMark } from "#app/ui/provider-mark.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";

type LinkedAccountsProps = { /** Null: not known yet. */ readonly account: Account | null; readonly onChanged: () => void };

/** Who else may say who one is: as far as it is offered here, or was once. */
export function LinkedAccounts({ account, onChanged }: LinkedAccountsProps) {
  const { t } = useTranslation(["account", "auth"]);
  const errorText = useErrorText();
  const offered = useRouteLoaderData<{ readonly providers: readonly Provider[] }>("root")?.providers ?? [];
  const linked = PROVIDERS.filter((provider) => account && account[`${provider}_id`] !== null);
  const shown = PROVIDERS.filter((provider) => linked.includes(provider) || offered.includes(provider));
  const { busy, waitingFor, link, unlink, cancel } = useLinks(onChanged);
  if (shown.length === 0) return null;

  return (
    <section aria-labelledby="sign-in-accounts">
      <h3 id="sign-in-accounts" className="text-small font-label text-ink-3">
        {t("account:links.title")}
      </h3>
      <ul className="divide-y divide-line">
        {shown.map((provider) => {
          const isLinked = linked.includes(provider);
          const isWaiting = waitingFor === provider;
          const ways = { hasPassword: account?.hasPassword ?? false, linked, offered };
          const isOnlyWayIn = isLinked && !decideUnlink(ways, provider).ok;
          const state = isOnlyWayIn
            ? errorText("provider-last-way-in", { provider: PROVIDER_NAMES[provider] })
            : t(isLinked ? "account:links.linked" : "account:links.notLinked");
          return (
            <li key={provider} className="flex min-h-13 items-center gap-3 py-2">
              <ProviderMark provider={provider} />
              <span className="min-w-0 flex-1">
                <span className="block font-label">{PROVIDER_NAMES[provider]}</span>
                <span role="status" className="block text-small text-ink-3">
                  {isWaiting ? t("auth:waiting") : account ? state : <Skeleton className="my-0.5 h-4 w-20" />}
                </span>
              </span>
              {account && (
                <LinkButton
                  provider={provider}
                  state={isWaiting ? "waiting" : isLinked ? "linked" : "not-linked"}
                  isBusy={busy === provider}
                  isDisabled={isOnlyWayIn}
                  onPress={() => (isWaiting ? cancel() : isLinked ? void unlink(provider) : link(provider))}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p className="pt-2 text-small text-ink-3">{t("account:links.rule")}</p>
    </section>
  );
}

type LinkButtonProps = {
  readonly provider: Provider;
  readonly state: "linked" | "not-linked" | "waiting";
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
};

/** One button in all states, so that the focus stays on it. */
function LinkButton({ provider, state, ...button }: LinkButtonProps) {
  const { t } = useTranslation(["account", "shell"]);
  const name = { provider: PROVIDER_NAMES[provider] };
  const labels = {
    linked: [t("account:links.unlink"), t("account:links.unlinkProvider", name)],
    "not-linked": [t("account:links.link"), t("account:links.linkProvider", name)],
    waiting: [t("shell:cancel"), t("shell:cancel")],
  } as const;
  const [text, label] = labels[state];
  return (
    <Button {...button} size="sm" aria-label={label}>
      {text}
    </Button>
  );
}

function useLinks(onChanged: () => void) {
  const { t } = useTranslation(["account", "auth"]);
  const errorText = useErrorText();
  const [busy, setBusy] = useState<Provider | null>(null);
  const nameOf = (provider: Provider) => ({ provider: PROVIDER_NAMES[provider] });

  const visit = useProvider({
    purpose: "link",
    onDone(provider) {
      notify({ title: t("auth:providerLinked", nameOf(provider)), variant: "success" });
      onChanged();
    },
    onFailed: (news) => void notify({ title: authErrorText(news, "provider-link-failed", errorText).text, variant: "error" }),
  });

  return {
    busy,
    waitingFor: visit.waitingFor,
    link: visit.start,
    cancel: visit.cancel,
    async unlink(provider: Provider) {
      setBusy(provider);
      const done = await unlinkProvider(provider);
      setBusy(null);
      if (!done.ok) return void notify({ title: errorText(done.error.code, nameOf(provider)), variant: "error" });
      notify({ title: t("account:links.wasUnlinked", nameOf(provider)), variant: "success" });
      onChanged();
    },
  };
}
