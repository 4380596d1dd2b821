import { useEffect } from "react";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";

/** Shows a notice while the connection has been lost for a minute or longer (SPEC §9). */
export function useDisconnectNotice(connection: RoomView["connection"]): void {
  const { t } = useTranslation("room");
  const isDisconnected = connection === "reconnecting" || connection === "connecting";
  useEffect(() => {
    if (!isDisconnected) return;
    let notice: string | null = null;
    const timer = setTimeout(() => {
      notice = notify({ variant: "warning", title: t("disconnected.title"), message: t("disconnected.text"), closable: true });
    }, connectionLimits.disconnectNoticeMs);
    return () => {
      clearTimeout(timer);
      if (notice) dismissNotice(notice);
    };
  }, [isDisconnected, t]);
}
