import { AppWindow } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { PROVIDER_NAMES, type Provider } from "#app/domain/accounts/provider.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ProviderAuthorization } from "#app/server-client/account/provider-window.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { ProviderMark } from "#app/ui/provider-mark.tsx";

type ProviderButtonsProps = {
  readonly providers: readonly Provider[];
  readonly authorization: ProviderAuthorization;
};

/** Sign-in with a provider, and a note while its window is open. */
export function ProviderButtons({ providers, authorization }: ProviderButtonsProps) {
  const { t } = useTranslation("auth");
  const { waitingFor, start, cancel } = authorization;
  const pressed = useRef<HTMLButtonElement>(null);
  useFocusAfterWaiting(pressed, waitingFor);
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-4.5">
      <p className="flex items-center gap-4 text-small text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("orWith")}
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(96px,1fr))] gap-2">
        {providers.map((provider) => (
          <Button
            key={provider}
            ref={waitingFor === provider ? pressed : null}
            variant="outline"
            isWide
            icon={<ProviderMark provider={provider} size={18} />}
            isBusy={waitingFor === provider}
            isDisabled={waitingFor !== null && waitingFor !== provider}
            aria-label={t("continueWith", { provider: PROVIDER_NAMES[provider] })}
            onPress={() => start(provider)}
            className="px-2!"
          >
            {PROVIDER_NAMES[provider]}
          </Button>
        ))}
      </div>
      {waitingFor && <WaitingNote onCancel={cancel} />}
    </div>
  );
}

function WaitingNote({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation(["auth", "shell"]);
  return (
    <Note tone="info" icon={<AppWindow />} role="status">
      <span className="flex flex-wrap items-center justify-between gap-2">
        {t("auth:waiting")}
        <Button size="sm" variant="ghost" onPress={onCancel} className="-my-1.5">
          {t("shell:cancel")}
        </Button>
      </span>
    </Note>
  );
}

/** Returns the focus to the provider's button if the "cancel" button had it when the note disappeared. */
function useFocusAfterWaiting(pressed: RefObject<HTMLButtonElement | null>, waitingFor: Provider | null): void {
  useEffect(() => {
    if (!waitingFor) return;
    const button = pressed.current;
    return () => void (document.activeElement === document.body && button?.focus());
  }, [pressed, waitingFor]);
}
