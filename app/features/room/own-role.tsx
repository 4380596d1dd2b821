import { Check, Hand } from "lucide-react";
import type { RoomId } from "#app/domain/ids.ts";
import { formatTimeUntil } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { useAccessRequest } from "./use-access-request.ts";
import { useRoomPreview } from "./use-room-preview.ts";

type OwnRoleProps = { readonly roomId: RoomId; readonly view: RoomView };

/** Lets a person without a role, or a viewer, request one, and shows the state of that request. */
export function OwnRole({ roomId, view }: OwnRoleProps) {
  switch (view.self.effectiveRole) {
    case "spectator":
      return <RequestButton roomId={roomId} />;
    case "requested":
      return <PendingRequest roomId={roomId} />;
    case "rejected":
    case "viewer":
      return <StoredRequest roomId={roomId} view={view} />;
    default:
      return null;
  }
}

type RoomProps = Pick<OwnRoleProps, "roomId">;

function RequestButton({ roomId, isViewer = false }: RoomProps & { readonly isViewer?: boolean }) {
  const { t } = useTranslation("people");
  const { send, isBusy } = useAccessRequest(roomId);
  return (
    <Button size="sm" icon={<Hand />} isBusy={isBusy} onPress={() => void send()}>
      {t(isViewer ? "request.askMore" : "request.ask")}
    </Button>
  );
}

function PendingRequest({ roomId }: RoomProps) {
  const { t } = useTranslation("people");
  const { withdraw, isBusy } = useAccessRequest(roomId);
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
}

/** A request whose state the role alone does not show. */
function StoredRequest({ roomId, view }: OwnRoleProps) {
  const preview = useRoomPreview(roomId, view);
  const isRejected = view.self.effectiveRole === "rejected" || preview?.requestState === "rejected";
  if (isRejected) return <RejectedRequest roomId={roomId} nextRequestAtMs={preview?.askAgainAtMs ?? null} />;
  if (!preview) return null;
  return preview.requestState === "requested" ? <PendingRequest roomId={roomId} /> : <RequestButton roomId={roomId} isViewer />;
}

type RejectedRequestProps = RoomProps & {
  /** Server time. Null if it is not known yet. */
  readonly nextRequestAtMs: number | null;
};

function RejectedRequest({ roomId, nextRequestAtMs }: RejectedRequestProps) {
  const { t, language } = useTranslation("people");
  const { send, isBusy } = useAccessRequest(roomId);
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
            {t("request.rejectedText", { when: formatTimeUntil(nextRequestAtMs, Date.now(), language) })}
          </span>
        )
      )}
    </span>
  );
}
