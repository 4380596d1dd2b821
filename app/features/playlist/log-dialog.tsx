import { ScrollText } from "lucide-react";
import type { RoomId } from "#app/domain/ids.ts";
import { groupRows } from "#app/domain/room-log/log-groups.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { groupByDay } from "./group-by-day.ts";
import { ListLoading } from "./list-loading.tsx";
import { LogGroupRow } from "./log-row.tsx";
import type { LogRowView } from "./log-text.ts";
import { useRoomLog } from "./use-room-log.ts";
import { useSetBack } from "./use-set-back.ts";

type LogDialogProps = { readonly roomId: RoomId; readonly connection: RoomConnection; readonly onClose: () => void };

/** The edits of the last 30 days, by day, each with the person who made it. The playlist can be set back to before any of them. */
export function LogDialog({ roomId, connection, onClose }: LogDialogProps) {
  const { t } = useTranslation("roomLog");
  const errorText = useErrorText();
  const { pages, error, isLoadingMore, loadMore, retry } = useRoomLog(roomId, useRoomView(connection));
  return (
    <Dialog title={t("title")} isOpen onOpenChange={onClose} width={640}>
      {!pages && !error && <ListLoading label={t("loading")} />}
      {pages?.items.length === 0 && <EmptyState icon={<ScrollText />} title={t("empty")} text={t("emptyText")} level={3} />}
      {pages && pages.items.length > 0 && <Days roomId={roomId} connection={connection} rows={pages.items} />}
      {error && <RetryNote text={errorText(error)} label={t("retry")} onRetry={retry} />}
      {pages && pages.nextBefore !== null && !error && (
        <Button isBusy={isLoadingMore} onPress={() => void loadMore()} className="justify-self-center">
          {t("more")}
        </Button>
      )}
    </Dialog>
  );
}

type DaysProps = { readonly roomId: RoomId; readonly connection: RoomConnection; readonly rows: readonly LogRowView[] };

function Days({ roomId, connection, rows }: DaysProps) {
  const { t, language } = useTranslation("roomLog");
  const setBack = useSetBack(roomId, connection);
  return (
    <section
      aria-label={t("title")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="grid gap-4 rounded-md outline-offset-4"
    >
      {groupByDay(groupRows(rows), { atMs: ({ newest }) => newest.atMs, nowMs: Date.now(), locale: language }).map(
        ({ day, items }) => (
          <section key={day} aria-label={day} className="grid gap-1">
            <h3 className="text-small font-strong text-ink-2">{day}</h3>
            <ul className="grid">
              {items.map((group) => (
                <LogGroupRow key={group.oldest.place} group={group} setBack={setBack} />
              ))}
            </ul>
          </section>
        ),
      )}
    </section>
  );
}
