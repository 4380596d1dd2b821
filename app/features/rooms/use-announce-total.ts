import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { announce } from "#app/ui/announce.ts";
import type { RoomList } from "./use-room-list.ts";

/** Announces the number of rooms after the user has changed the query. Live updates are not announced. */
export function useAnnounceTotal({ query, view, isPlaceholder }: RoomList): void {
  const { t } = useTranslation("home");
  const announcedQuery = useRef(query);
  const total = isPlaceholder ? null : view.total;
  useEffect(() => {
    if (total === null || announcedQuery.current === query) return;
    announcedQuery.current = query;
    announce(t("found", { count: total }));
  }, [query, total, t]);
}
