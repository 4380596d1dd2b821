import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "#app/ui/announce.ts";
import { notify } from "#app/ui/notice-store.ts";

const SAID_MS = 2000;

/** Puts a text on the clipboard, and says so for a moment. */
export function useCopy(text: string): { readonly isCopied: boolean; copy(): void } {
  const { t } = useTranslation("invites");
  const [copied, setCopied] = useState<string | null>(null);

  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      announce(t("copied"));
    } catch {
      // not over plain HTTP, and not where the browser was told not to
      notify({ variant: "error", title: t("copyFailed"), message: t("copyFailedText") });
    }
  };
  return { isCopied: copied === text, copy: () => void copy() };
}
