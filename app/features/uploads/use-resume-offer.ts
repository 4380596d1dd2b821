import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";
import { useIsMobile } from "#app/ui/use-media-query.ts";

/**
 * Offers to resume interrupted uploads, in a notice that stays. A phone has no space for such a notice; there the dialog for
 * adding tracks makes the offer.
 */
export function useResumeOffer(count: number, onResume: () => void): void {
  const { t } = useTranslation("room");
  const isMobile = useIsMobile();
  const latestOnResume = useLatestRef(onResume);
  useEffect(() => {
    if (count === 0 || isMobile) return;
    const notice = notify({
      title: t("upload.unfinished", { count }),
      message: t("upload.unfinishedText"),
      variant: "warning",
      actions: [{ id: "resume", label: t("upload.resume"), onPress: () => latestOnResume.current() }],
    });
    return () => dismissNotice(notice);
  }, [count, isMobile, t, latestOnResume]);
}
