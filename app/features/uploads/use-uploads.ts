import { useEffect, useMemo, useRef } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { announce } from "#app/ui/announce.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";
import type { UploadItem } from "./upload-item.ts";
import { uploadItems } from "./upload-list.ts";
import { countUploads, type UploadTotals } from "./upload-totals.ts";

/** The uploads of this page to a room. */
export function useUploads(roomId: RoomId): { readonly items: readonly UploadItem[]; readonly totals: UploadTotals } {
  const allItems = useStore(uploadItems);
  return useMemo(() => {
    const items = allItems.filter((item) => item.roomId === roomId);
    return { items, totals: countUploads(items) };
  }, [allItems, roomId]);
}

/**
 * Reports the result when the last upload has ended: failures in a notice unless the list is visible. The notice ends when the
 * list is opened and when the failed uploads are retried or removed.
 */
export function useUploadSummary({ isInProgress, ready, total, failed }: UploadTotals, isListVisible: boolean): void {
  const { t } = useTranslation("room");
  const wasInProgress = useRef(false);
  const notice = useRef<string | null>(null);
  const isOver = failed === 0 || isInProgress || isListVisible;
  useEffect(() => {
    const dismiss = () => {
      if (notice.current !== null) dismissNotice(notice.current);
      notice.current = null;
    };
    if (isOver) dismiss();
    return dismiss;
  }, [isOver]);
  useEffect(() => {
    const hasEnded = wasInProgress.current && !isInProgress;
    wasInProgress.current = isInProgress;
    if (!hasEnded || total === 0) return;
    const text = failed > 0 ? t("upload.summary", { ready, total, failed }) : t("upload.ready", { ready, total });
    if (failed > 0 && !isListVisible) notice.current = notify({ variant: "error", title: text });
    else announce(text);
  }, [isInProgress, ready, total, failed, isListVisible, t]);
}
