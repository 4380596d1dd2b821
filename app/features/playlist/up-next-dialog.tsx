import { ListOrdered } from "lucide-react";
import { useMemo } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import { listUpcoming } from "#app/domain/playback/upcoming.ts";
import { canArrangeEntry } from "#app/domain/room/decide-playlist.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { UpNextRow } from "./up-next-row.tsx";

type UpNextDialogProps = { readonly connection: RoomConnection; readonly onClose: () => void };

/** The tracks that play next, in the order of the room. */
export function UpNextDialog({ connection, onClose }: UpNextDialogProps) {
  const { t } = useTranslation("playback");
  const { state } = useRoomView(connection);
  return (
    <Dialog title={t("upNext.title")} isOpen onOpenChange={onClose} width={600}>
      {state && <Upcoming connection={connection} state={state} />}
    </Dialog>
  );
}

function Upcoming({ connection, state }: { readonly connection: RoomConnection; readonly state: RoomState }) {
  const { t } = useTranslation("playback");
  const { self, media } = useRoomView(connection);
  const { playlist, order, playback, info } = state;
  const upcoming = useMemo(() => listUpcoming({ playlist, order }, playback), [playlist, order, playback]);
  const unqueue = useUnqueue(connection);
  if (upcoming.length === 0) {
    return <EmptyState icon={<ListOrdered />} title={t("upNext.empty")} text={t("upNext.emptyText")} level={3} />;
  }
  return (
    <section
      aria-label={t("upNext.title")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="grid gap-2 rounded-md outline-offset-4"
    >
      {order.repeat === "one" && <p className="text-small text-ink-2">{t("upNext.repeatsOne")}</p>}
      <ol className="grid">
        {upcoming.map(({ entry, isQueued, round }) => (
          <UpNextRow
            key={[entry.id, isQueued, round].join()}
            entry={entry}
            isQueued={isQueued}
            media={media}
            onRemove={isQueued && canArrangeEntry(entry, self, info) ? () => void unqueue(entry.id) : null}
          />
        ))}
      </ol>
    </section>
  );
}

/** Takes an entry out of the queue. */
function useUnqueue(connection: RoomConnection) {
  const errorText = useErrorText();
  return async (entryId: EntryId) => {
    const error = await connection.command({ type: "queue", entryIds: [entryId], isNext: false });
    if (error) notify({ variant: "error", title: errorText(error) });
  };
}
