import { useRef, useState } from "react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatest } from "#app/lib/use-latest.ts";
import type { Account } from "#app/server-client/account/account.ts";
import { mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";
import { Switch } from "#app/ui/switch.tsx";

type ListeningVisibilityProps = {
  /** Null while it loads. */
  readonly account: Account | null;
  readonly onChanged: () => void;
};

/** Whether others see where the user listens. The switch changes at once, and back if the change is refused. */
export function ListeningVisibility({ account, onChanged }: ListeningVisibilityProps) {
  const { t } = useTranslation("account");
  const { isShown, show } = useListeningVisibility(account, onChanged);
  return (
    <section aria-labelledby="privacy">
      <h3 id="privacy" className="text-small font-label text-ink-3">
        {t("privacy.title")}
      </h3>
      <div className="flex items-center gap-4 pt-2">
        <div aria-hidden className="min-w-0 flex-1">
          <p className="font-label">{t("privacy.showListening")}</p>
          <p className="text-small text-ink-3">{t("privacy.showListeningText")}</p>
        </div>
        <Switch
          aria-label={`${t("privacy.showListening")}. ${t("privacy.showListeningText")}`}
          isSelected={isShown}
          isDisabled={!account}
          onChange={(isSelected) => void show(isSelected)}
        />
      </div>
    </section>
  );
}

function useListeningVisibility(account: Account | null, onChanged: () => void) {
  const errorText = useErrorText();
  const latest = useLatest();
  const [chosen, setChosen] = useState<boolean | null>(null);
  /** The value that the server has stored since the account was loaded. */
  const [stored, setStored] = useState<boolean | null>(null);
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const show = (isShown: boolean) => {
    if (!account) return;
    const { _id: id } = account;
    setChosen(isShown);
    // one after the other: requests that overtake each other would leave the other state on the server
    const sent = sending.current.then(async () => {
      const result = await mutation("users.setListeningShown", { id, isShown });
      if (result.ok) setStored(isShown);
      return result;
    });
    sending.current = sent;
    return latest.run(
      () => sent,
      (result) => {
        setChosen(null);
        if (result.ok) return onChanged();
        notify({ variant: "error", title: errorText(result.error) });
      },
    );
  };
  return { isShown: chosen ?? stored ?? account?.isListeningShown ?? false, show };
}
