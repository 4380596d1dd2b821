import { Share2 } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";

export type SharedLink = { readonly title: string; readonly text: string | null; readonly address: string };

/** Shares a link through the system's dialog. Renders nothing if the browser cannot share. */
export function ShareButton({ link: { title, text, address } }: { readonly link: SharedLink }) {
  const { t } = useTranslation("invites");
  if (!("share" in navigator)) return null;
  const share = async () => {
    try {
      await navigator.share({ title, ...(text !== null && { text }), url: address });
    } catch (error) {
      // closing the system's dialog is no failure
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      if (!isCancelled) notify({ variant: "error", title: t("shareFailed") });
    }
  };
  return (
    <Button icon={<Share2 />} onPress={() => void share()}>
      {t("share")}
    </Button>
  );
}
