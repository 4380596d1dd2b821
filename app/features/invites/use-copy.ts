import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { announce } from "#app/ui/announce.ts";
import { notify } from "#app/ui/notice-store.ts";

const FEEDBACK_MS = 2000;

/** Copies a text to the clipboard. `isCopied` is true for a moment afterwards, while the text remains the same. */
export function useCopy(text: string): { readonly isCopied: boolean; copy(): void } {
  const { t } = useTranslation("invites");
  const [copied, setCopied] = useState<string | null>(null);

  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      announce(t("copied"));
    } catch {
      // the clipboard is unavailable over plain HTTP, or the permission was denied
      notify({ variant: "error", title: t("copyFailed"), message: t("copyFailedText") });
    }
  };
  return { isCopied: copied === text, copy: () => void copy() };
}
