import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";

/** A connection that stays away for a minute is told of, until it is back (SPEC §9). */
export function useLongLossNotice(connection: RoomView["connection"]): void {
  const { t } = useTranslation("room");
  const isLost = connection === "reconnecting" || connection === "connecting";
  useEffect(() => {
    if (!isLost) return;
    let notice: string | null = null;
    const timer = setTimeout(() => {
      notice = notify({ variant: "warning", title: t("lostLong.title"), message: t("lostLong.text"), closable: true });
    }, connectionLimits.disconnectNoticeMs);
    return () => {
      clearTimeout(timer);
      if (notice) dismissNotice(notice);
    };
  }, [isLost, t]);
}
