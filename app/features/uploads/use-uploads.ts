import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { type UploadItem, uploads } from "./upload-store.ts";
import { totalsOf, type UploadTotals } from "./upload-totals.ts";

/** A room's uploads of this page. */
export function useUploads(roomId: RoomId): { readonly items: readonly UploadItem[]; readonly totals: UploadTotals } {
  const all = useSyncExternalStore(uploads.subscribe, uploads.view);
  return useMemo(() => {
    const items = all.filter((item) => item.roomId === roomId);
    return { items, totals: totalsOf(items) };
  }, [all, roomId]);
}

/** While something is under way, the browser asks before it leaves the page. */
export function useLeaveWarning(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnderWay]);
}
