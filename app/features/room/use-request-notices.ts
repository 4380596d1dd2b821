import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#app/app-state/preferences.ts";
import type { UserId } from "#app/domain/ids.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";
import { useIsMobile } from "#app/ui/use-media-query.ts";
import type { MemberActions } from "./use-member-actions.ts";
import type { RoomMember } from "./use-members.ts";

const NONE: readonly RoomMember[] = [];

/** Tells those who may answer of whoever asks to join, until somebody has. */
export function useRequestNotices(all: readonly RoomMember[], actions: MemberActions): void {
  // on a telephone a notice would lie over the very buttons that lead there, the count of requests among them
  const isMobile = useIsMobile();
  const isWanted = usePreference("requestNotices");
  const requests = isWanted && !isMobile ? all : NONE;
  const { t } = useTranslation("people");
  const shown = useRef(new Map<UserId, string>());
  const latest = useRef(actions);
  latest.current = actions;

  useEffect(() => {
    const asking = new Set(requests.map(({ person }) => person.id));
    for (const [userId, notice] of shown.current) {
      if (asking.has(userId)) continue;
      dismissNotice(notice);
      shown.current.delete(userId);
    }
    for (const { person } of requests) {
      if (shown.current.has(person.id)) continue;
      const notice = notify({
        variant: "info",
        title: t("request.asks", { name: person.name }),
        message: t("request.asksText"),
        closable: true,
        actions: [
          { id: "reject", label: t("reject"), onPress: () => void latest.current.reject(person) },
          { id: "approve", label: t("approve"), variant: "primary", onPress: () => void latest.current.approve(person) },
        ],
      });
      shown.current.set(person.id, notice);
    }
  }, [requests, t]);

  useEffect(() => {
    const notices = shown.current;
    return () => {
      for (const notice of notices.values()) dismissNotice(notice);
      notices.clear();
    };
  }, []);
}
