import { Share2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";

/** Shares a link through the system's dialog. Renders nothing if the browser cannot share. */
export function ShareButton({ title, address }: { readonly title: string; readonly address: string }) {
  const { t } = useTranslation("invites");
  if (!("share" in navigator)) return null;
  const share = async () => {
    try {
      await navigator.share({ title, url: address });
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
