import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";

/** Who comes back to a room in which an upload of theirs was broken off is offered to go on with it. */
export function useResumeOffer(roomId: RoomId, canAdd: boolean, onResume: () => void): void {
  const { t } = useTranslation("room");
  const latest = useRef(onResume);
  latest.current = onResume;
  useEffect(() => {
    if (!canAdd) return;
    let isCurrent = true;
    let notice: string | null = null;
    const offer = async () => {
      const { listUnfinished } = await import("./announcements.ts");
      const answer = await listUnfinished(roomId);
      // what could not be asked is asked when they come again
      if (!isCurrent || !answer.ok || answer.value.length === 0) return;
      notice = notify({
        title: t("upload.unfinished", { count: answer.value.length }),
        message: t("upload.unfinishedText"),
        variant: "warning",
        actions: [{ id: "resume", label: t("upload.resume"), onPress: () => latest.current() }],
      });
    };
    offer().catch(() => undefined);
    return () => {
      isCurrent = false;
      if (notice) dismissNotice(notice);
    };
  }, [roomId, canAdd, t]);
}
