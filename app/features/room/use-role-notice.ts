import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type EffectiveRole, GRANTABLE_ROLES } from "#app/domain/access/permissions.ts";
import type { Self } from "#app/protocol/room-messages.ts";
import { notify } from "#app/ui/notice-store.ts";

/** Tells somebody what others have made of them while they are in the room. */
export function useRoleNotice({ userId, effectiveRole }: Self): void {
  const { t } = useTranslation(["people", "shell"]);
  const before = useRef({ userId, effectiveRole });
  useEffect(() => {
    const { userId: known, effectiveRole: was } = before.current;
    before.current = { userId, effectiveRole };
    // who has signed in or out has become somebody else
    if (known !== userId || was === effectiveRole) return;
    const role = t(`shell:role.${effectiveRole}`);
    if (isGiven(effectiveRole) || effectiveRole === "owner") {
      const wasAsking = was === "requested";
      const title = t(wasAsking ? "people:request.approved" : "people:request.nowRole", { role });
      notify({ title, variant: wasAsking ? "success" : "info" });
    } else if (isGiven(was)) notify({ title: t("people:request.nowNone") });
  }, [userId, effectiveRole, t]);
}

function isGiven(effectiveRole: EffectiveRole): boolean {
  return (GRANTABLE_ROLES as readonly EffectiveRole[]).includes(effectiveRole);
}
