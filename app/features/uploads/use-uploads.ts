import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { useStore } from "#app/lib/use-store.ts";
import { announce } from "#app/ui/announce.ts";
import { notify } from "#app/ui/notice-store.ts";
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

/** Reports the result when the last upload has ended: failures in a notice unless the list is visible. */
export function useUploadSummary({ isInProgress, ready, total, failed }: UploadTotals, isListVisible: boolean): void {
  const { t } = useTranslation("room");
  const wasInProgress = useRef(false);
  useEffect(() => {
    const hasEnded = wasInProgress.current && !isInProgress;
    wasInProgress.current = isInProgress;
    if (!hasEnded || total === 0) return;
    const text = failed > 0 ? t("upload.summary", { ready, total, failed }) : t("upload.ready", { ready, total });
    if (failed > 0 && !isListVisible) notify({ variant: "error", title: text });
    else announce(text);
  }, [isInProgress, ready, total, failed, isListVisible, t]);
}
