import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";
import { useIsMobile } from "#app/ui/use-media-query.ts";
import { useUnfinishedText } from "./use-unfinished-text.ts";
import type { UnfinishedCounts } from "./use-unfinished-uploads.ts";

/**
 * Offers to resume the uploads of an earlier visit, in a notice. It ends when a dialog makes the offer, and returns only if
 * there are more of them. A phone has no space for such a notice; there the dialog for adding tracks makes the offer.
 * @param isShown whether a dialog is open that makes the offer
 */
export function useResumeOffer(unfinished: UnfinishedCounts, isShown: boolean, onResume: () => void): void {
  const { t } = useTranslation("room");
  const isMobile = useIsMobile();
  const message = useUnfinishedText(unfinished);
  const latestOnResume = useLatestRef(onResume);
  const shownCount = useRef(0);
  const { count } = unfinished;
  useEffect(() => {
    if (isShown || count < shownCount.current) shownCount.current = count;
    if (isShown || isMobile || count <= shownCount.current) return;
    const notice = notify({
      title: t("upload.unfinished", { count }),
      message,
      variant: "warning",
      actions: [{ id: "resume", label: t("upload.resume"), onPress: () => latestOnResume.current() }],
    });
    return () => dismissNotice(notice);
  }, [count, message, isShown, isMobile, t, latestOnResume]);
}
