import { useEffect, useRef } from "react";
import { type EffectiveRole, GRANTABLE_ROLES } from "#app/domain/access/permissions.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Self } from "#app/protocol/room-messages.ts";
import { notify } from "#app/ui/notice-store.ts";

/** Shows a notice when another member changes the user's role while they are in the room. */
export function useRoleNotice({ userId, effectiveRole }: Self): void {
  const { t } = useTranslation(["people", "shell"]);
  const previous = useRef({ userId, effectiveRole });
  useEffect(() => {
    const { userId: previousUserId, effectiveRole: previousRole } = previous.current;
    previous.current = { userId, effectiveRole };
    // Signing in or out also changes the role, without another member.
    if (previousUserId !== userId || previousRole === effectiveRole) return;
    const role = t(`shell:role.${effectiveRole}`);
    if (isGrantable(effectiveRole) || effectiveRole === "owner") {
      const isApproval = previousRole === "requested";
      const title = t(isApproval ? "people:request.approved" : "people:request.nowRole", { role });
      notify({ title, variant: isApproval ? "success" : "info" });
    } else if (isGrantable(previousRole)) notify({ title: t("people:request.nowNone") });
  }, [userId, effectiveRole, t]);
}

function isGrantable(effectiveRole: EffectiveRole): boolean {
  return (GRANTABLE_ROLES as readonly EffectiveRole[]).includes(effectiveRole);
}
