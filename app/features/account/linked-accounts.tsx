import { useRouteLoaderData } from "@remix-run/react";
import { decideUnlink, PROVIDER_NAMES, PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Account } from "#app/server-client/account/account.ts";
import { Button } from "#app/ui/button.tsx";
import { ProviderMark } from "#app/ui/provider-mark.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { ConfirmationDialog } from "./confirmation-dialog.tsx";
import { type ProviderLinks, useProviderLinks } from "./use-provider-links.ts";

type LinkedAccountsProps = {
  /** Null until it is loaded. */
  readonly account: Account | null;
  readonly onChanged: () => void;
  readonly onSessionConfirmed: () => void;
};

/** The sign-in providers that this server offers or that are linked to the account. */
export function LinkedAccounts({ account, onChanged, onSessionConfirmed }: LinkedAccountsProps) {
  const { t } = useTranslation("account");
  const offered = useRouteLoaderData<{ readonly providers: readonly Provider[] }>("root")?.providers ?? [];
  const linked = PROVIDERS.filter((provider) => account && account[`${provider}_id`] !== null);
  const visible = PROVIDERS.filter((provider) => linked.includes(provider) || offered.includes(provider));
  const links = useProviderLinks({ account, onChanged, onSessionConfirmed });
  if (visible.length === 0) return null;

  const methods = { hasPassword: account?.hasPassword ?? false, linked, offered };
  return (
    <section aria-labelledby="sign-in-accounts">
      <h3 id="sign-in-accounts" className="text-small font-label text-ink-3">
        {t("links.title")}
      </h3>
      <ul className="divide-y divide-line">
        {visible.map((provider) => (
          <ProviderRow
            key={provider}
            provider={provider}
            links={links}
            isLoaded={account !== null}
            isLinked={linked.includes(provider)}
            isLastMethod={linked.includes(provider) && !decideUnlink(methods, provider).ok}
          />
        ))}
      </ul>
      <p className="pt-2 text-small text-ink-3">{t("links.rule")}</p>
      {account && links.confirming && (
        <ConfirmationDialog
          account={account}
          provider={links.confirming}
          onConfirmed={links.onConfirmed}
          onClose={links.cancelConfirmation}
        />
      )}
    </section>
  );
}

type ProviderRowProps = {
  readonly provider: Provider;
  readonly links: ProviderLinks;
  readonly isLoaded: boolean;
  readonly isLinked: boolean;
  /** True if the account could not be signed in to without this provider. */
  readonly isLastMethod: boolean;
};

function ProviderRow({ provider, links, isLoaded, isLinked, isLastMethod }: ProviderRowProps) {
  const { t } = useTranslation(["account", "auth"]);
  const errorText = useErrorText();
  const isWaiting = links.waitingFor === provider;
  const state = isLastMethod
    ? errorText("provider-last-sign-in-method", { provider: PROVIDER_NAMES[provider] })
    : t(isLinked ? "account:links.linked" : "account:links.notLinked");
  return (
    <li className="flex min-h-13 items-center gap-3 py-2">
      <ProviderMark provider={provider} />
      <span className="min-w-0 flex-1">
        <span className="block font-label">{PROVIDER_NAMES[provider]}</span>
        <span role="status" className="block text-small text-ink-3">
          {isWaiting ? t("auth:waiting") : isLoaded ? state : <Skeleton className="my-0.5 h-4 w-20" />}
        </span>
      </span>
      {isLoaded && (
        <LinkButton
          provider={provider}
          state={isWaiting ? "waiting" : isLinked ? "linked" : "not-linked"}
          isBusy={links.unlinking === provider}
          disabledReason={isLastMethod ? state : null}
          onPress={() => (isWaiting ? links.cancel() : isLinked ? links.unlink(provider) : links.link(provider))}
        />
      )}
    </li>
  );
}

type LinkButtonProps = {
  readonly provider: Provider;
  readonly state: "linked" | "not-linked" | "waiting";
  readonly isBusy: boolean;
  readonly disabledReason: string | null;
  readonly onPress: () => void;
};

/** One button for all states, so that it keeps the focus when the state changes. */
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
