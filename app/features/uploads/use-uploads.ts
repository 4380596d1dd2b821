import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { announce } from "#app/ui/announce.ts";
import { notify } from "#app/ui/notice-store.ts";
import type { UploadItem } from "./upload-item.ts";
import { uploads } from "./upload-store.ts";
import { totalsOf, type UploadTotals } from "./upload-totals.ts";

/** A room's uploads of this page. */
export function useUploads(roomId: RoomId): { readonly items: readonly UploadItem[]; readonly totals: UploadTotals } {
  const all = useSyncExternalStore(uploads.subscribe, uploads.view);
  return useMemo(() => {
    const items = all.filter((item) => item.roomId === roomId);
    return { items, totals: totalsOf(items) };
  }, [all, roomId]);
}

/** When the last file is through: how it went, for who does not see the list. */
export function useUploadSummary({ isUnderWay, ready, total, failed }: UploadTotals, isListSeen: boolean): void {
  const { t } = useTranslation("room");
  const wasUnderWay = useRef(false);
  useEffect(() => {
    const isThrough = wasUnderWay.current && !isUnderWay;
    wasUnderWay.current = isUnderWay;
    if (!isThrough || total === 0) return;
    const text = failed > 0 ? t("upload.summary", { ready, total, failed }) : t("upload.ready", { ready, total });
    if (failed > 0 && !isListSeen) notify({ variant: "error", title: text });
    else announce(text);
  }, [isUnderWay, ready, total, failed, isListSeen, t]);
}
