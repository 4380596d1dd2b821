import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";
import { useIsMobile } from "#app/ui/use-media-query.ts";

/**
 * Who comes back to a room in which an upload of theirs was broken off is offered to go on with it. A telephone has no
 * room for a notice that stays: there the dialog for adding says it.
 */
export function useResumeOffer(count: number, onResume: () => void): void {
  const { t } = useTranslation("room");
  const isMobile = useIsMobile();
  const latest = useRef(onResume);
  latest.current = onResume;
  useEffect(() => {
    if (count === 0 || isMobile) return;
    const notice = notify({
      title: t("upload.unfinished", { count }),
      message: t("upload.unfinishedText"),
      variant: "warning",
      actions: [{ id: "resume", label: t("upload.resume"), onPress: () => latest.current() }],
    });
    return () => dismissNotice(notice);
  }, [count, isMobile, t]);
}
