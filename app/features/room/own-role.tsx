import { Check, Hand } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { timeUntil } from "#app/i18n/format.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { useRequest } from "./use-request.ts";
import { useOutside } from "./use-room-info.ts";

/** Whoever is here without a role may ask for one: ask, sent, denied. */
export function OwnRole({ roomId, view }: { readonly roomId: RoomId; readonly view: RoomView }) {
  const { t } = useTranslation("people");
  const { ask, withdraw, isBusy } = useRequest(roomId);
  switch (view.self.effectiveRole) {
    case "spectator":
      return (
        <Button size="sm" icon={<Hand />} isBusy={isBusy} onPress={() => void ask()}>
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
      return <Denied roomId={roomId} view={view} />;
    default:
      return null;
  }
}

function Denied({ roomId, view }: { readonly roomId: RoomId; readonly view: RoomView }) {
  const { t, i18n } = useTranslation("people");
  const { ask, isBusy } = useRequest(roomId);
  const againAtMs = useOutside(roomId, view)?.askAgainAtMs ?? null;
  const mayAsk = againAtMs !== null && Date.now() >= againAtMs;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Badge tone="danger">{t("request.denied")}</Badge>
      {mayAsk ? (
        <Button size="sm" variant="ghost" isBusy={isBusy} onPress={() => void ask()}>
          {t("request.askAgain")}
        </Button>
      ) : (
        againAtMs !== null && (
          <span className="truncate text-small text-ink-3 max-md:sr-only">
            {t("request.deniedText", { when: timeUntil(againAtMs, Date.now(), i18n.language) })}
          </span>
        )
      )}
    </span>
  );
}
