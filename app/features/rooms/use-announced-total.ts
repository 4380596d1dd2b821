import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "#app/ui/announce.ts";
import type { RoomList } from "./use-room-list.ts";

/** Says how many rooms another choice has led to; what changes by itself is not said. */
export function useAnnouncedTotal({ query, view, isPending }: RoomList): void {
  const { t } = useTranslation("home");
  const said = useRef(query);
  const total = isPending ? null : view.total;
  useEffect(() => {
    if (total === null || said.current === query) return;
    said.current = query;
    announce(t("found", { count: total }));
  }, [query, total, t]);
}
