import { Check, Hand } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { formatTimeUntil } from "#app/i18n/format.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { useAccessRequest } from "./use-access-request.ts";
import { useRoomPreview } from "./use-room-preview.ts";

type OwnRoleProps = { readonly roomId: RoomId; readonly view: RoomView };

/** Lets a user without a role request one, and shows the state of that request. */
export function OwnRole({ roomId, view }: OwnRoleProps) {
  const { t } = useTranslation("people");
  const { send, withdraw, isBusy } = useAccessRequest(roomId);
  switch (view.self.effectiveRole) {
    case "spectator":
      return (
        <Button size="sm" icon={<Hand />} isBusy={isBusy} onPress={() => void send()}>
          {t("request.ask")}
        </Button>
      );
    case "requested":
      return (
        <span className="flex items-center gap-1">
          <Badge tone="warn" icon={<Check />}>
            {t("request.sent")}
          </Badge>
          <Button size="sm" variant="ghost" isBusy={isBusy} onPress={() => void withdraw()}>
            {t("request.withdrawShort")}
          </Button>
        </span>
      );
    case "rejected":
      return <RejectedRequest roomId={roomId} view={view} />;
    default:
      return null;
  }
}

function RejectedRequest({ roomId, view }: OwnRoleProps) {
  const { t, i18n } = useTranslation("people");
  const { send, isBusy } = useAccessRequest(roomId);
  const nextRequestAtMs = useRoomPreview(roomId, view)?.askAgainAtMs ?? null;
  const canRequest = nextRequestAtMs !== null && Date.now() >= nextRequestAtMs;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Badge tone="danger">{t("request.rejected")}</Badge>
      {canRequest ? (
        <Button size="sm" variant="ghost" isBusy={isBusy} onPress={() => void send()}>
          {t("request.askAgain")}
        </Button>
      ) : (
        nextRequestAtMs !== null && (
          <span className="truncate text-small text-ink-3 max-md:sr-only">
            {t("request.rejectedText", { when: formatTimeUntil(nextRequestAtMs, Date.now(), i18n.language) })}
          </span>
        )
      )}
    </span>
  );
}
