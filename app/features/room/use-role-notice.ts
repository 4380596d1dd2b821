import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { GIVEN_ROLES, type Standing } from "#app/domain/access/permissions.ts";
import type { You } from "#app/protocol/room-messages.ts";
import { notify } from "#app/ui/notice-store.ts";

/** Tells somebody what others have made of them while they are in the room. */
export function useStandingNotice({ userId, standing }: You): void {
  const { t } = useTranslation(["people", "shell"]);
  const before = useRef({ userId, standing });
  useEffect(() => {
    const { userId: known, standing: was } = before.current;
    before.current = { userId, standing };
    // who has signed in or out has become somebody else
    if (known !== userId || was === standing) return;
    const role = t(`shell:role.${standing}`);
    if (isGiven(standing) || standing === "owner") {
      const wasAsking = was === "requested";
      const title = t(wasAsking ? "people:request.approved" : "people:request.nowRole", { role });
      notify({ title, variant: wasAsking ? "success" : "info" });
    } else if (isGiven(was)) notify({ title: t("people:request.nowNone") });
  }, [userId, standing, t]);
}

function isGiven(standing: Standing): boolean {
  return (GIVEN_ROLES as readonly Standing[]).includes(standing);
}
