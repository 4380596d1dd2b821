import { useEffect, useState } from "react";
import { usePreference } from "#app/app-state/preferences.ts";
import { isMember } from "#app/domain/access/permissions.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";
import { useAppBadge } from "#app/ui/use-app-badge.ts";
import { useIsMobile, useIsShort } from "#app/ui/use-media-query.ts";
import { createRequestNotices } from "./request-notices.ts";
import { type MemberActions, useMemberActions } from "./use-member-actions.ts";
import type { RoomMember } from "./use-members.ts";

const NO_REQUESTS: readonly RoomMember[] = [];

type RequestNotifierProps = { readonly roomId: RoomId; readonly requests: readonly RoomMember[] };

/**
 * Shows a notice for each request until it is decided, and their number on the icon of the installed app, if the user's
 * preferences allow it.
 */
export function RequestNotifier({ roomId, requests: allRequests }: RequestNotifierProps) {
  // On a phone a notice would cover the toolbar, which shows the number of requests.
  const isMobile = useIsMobile();
  const isShort = useIsShort();
  const isEnabled = usePreference("requestNotices");
  const requests = isEnabled && !isMobile && !isShort ? allRequests : NO_REQUESTS;
  useAppBadge(isEnabled ? allRequests.length : 0);
  const notifyRequest = useRequestNotice(useMemberActions(roomId));
  const [notices] = useState(() =>
    createRequestNotices({ notify: (request) => notifyRequest.current(request), dismiss: dismissNotice }),
  );
  useEffect(() => notices.show(requests), [notices, requests]);
  useEffect(() => () => notices.show(NO_REQUESTS), [notices]);
  return null;
}

/** A function that shows the notice of a request and returns the notice's id. */
function useRequestNotice(actions: MemberActions) {
  const { t } = useTranslation("people");
  const latest = useLatestRef(actions);
  return useLatestRef(({ person, role }: RoomMember) =>
    notify({
      variant: "info",
      title: t(isMember(role) ? "request.asksMore" : "request.asks", { name: person.name }),
      message: t("request.asksText"),
      closable: true,
      actions: [
        { id: "reject", label: t("reject"), onPress: () => void latest.current.reject(person) },
        { id: "approve", label: t("approve"), variant: "primary", onPress: () => void latest.current.approve(person) },
      ],
    }),
  );
}
