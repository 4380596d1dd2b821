import { History } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { can } from "#app/domain/access/permissions.ts";
import type { TrackId } from "#app/domain/ids.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { mutation } from "#app/server-client/functions.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { groupByDay } from "./group-by-day.ts";
import { HistoryRow } from "./history-row.tsx";
import { ListLoading } from "./list-loading.tsx";
import { type PlayView, useHistory } from "./use-history.ts";

type HistoryDialogProps = { readonly connection: RoomConnection; readonly onClose: () => void };

/** The tracks that have played in the room, by day, each with the person who added it. */
export function HistoryDialog({ connection, onClose }: HistoryDialogProps) {
  const { t } = useTranslation("history");
  const { state } = useRoomView(connection);
  return (
    <Dialog title={t("title")} isOpen onOpenChange={onClose} width={600}>
      {state && <LoadedHistory connection={connection} state={state} />}
    </Dialog>
  );
}

type RoomProps = { readonly connection: RoomConnection; readonly state: RoomState };

function LoadedHistory({ connection, state }: RoomProps) {
  const { t } = useTranslation("history");
  const errorText = useErrorText();
  const { pages, error, isLoadingMore, loadMore, retry } = useHistory(state.info.id, state.playback);
  return (
    <>
      {!pages && !error && <ListLoading label={t("loading")} />}
      {pages?.items.length === 0 && <EmptyState icon={<History />} title={t("empty")} text={t("emptyText")} level={3} />}
      {pages && pages.items.length > 0 && <Days connection={connection} state={state} plays={pages.items} />}
      {error && <RetryNote text={errorText(error)} label={t("retry")} onRetry={retry} />}
      {pages && pages.nextBefore !== null && !error && (
        <Button isBusy={isLoadingMore} onPress={() => void loadMore()} className="justify-self-center">
          {t("more")}
        </Button>
      )}
    </>
  );
}

function Days({ connection, state, plays }: RoomProps & { readonly plays: readonly PlayView[] }) {
  const { t, language } = useTranslation("history");
  const { self, media } = useRoomView(connection);
  const playlistTrackIds = useMemo(() => new Set(state.playlist.map(({ track }) => track.id)), [state.playlist]);
  const { addingId, addAgain } = useAddAgain(state);
  const canAdd = can(self.effectiveRole, "add-tracks", state.info);
  return (
    <section
      aria-label={t("title")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="grid gap-4 rounded-md outline-offset-4"
    >
      {groupByDay(plays, { atMs: ({ atMs }) => atMs, nowMs: Date.now(), locale: language }).map(({ day, items }) => (
        <Day key={day} day={day}>
          {items.map((play) => (
            <HistoryRow
              key={play.atMs}
              play={play}
              media={media}
              isBusy={addingId === play.trackId}
              onAdd={canAdd && !playlistTrackIds.has(play.trackId) ? () => void addAgain(play) : null}
            />
          ))}
        </Day>
      ))}
    </section>
  );
}

function Day({ day, children }: { readonly day: string; readonly children: ReactNode }) {
  return (
    <section aria-label={day} className="grid gap-1">
      <h3 className="text-small font-strong text-ink-2">{day}</h3>
      <ul className="grid">{children}</ul>
    </section>
  );
}

/** Adds a track of the user's library to the end of the playlist, one at a time. */
function useAddAgain({ info }: RoomState) {
  const { t } = useTranslation("history");
  const errorText = useErrorText();
  const [addingId, setAddingId] = useState<TrackId | null>(null);
  const addAgain = async ({ trackId }: PlayView) => {
    if (addingId) return;
    setAddingId(trackId);
    const added = await mutation("playlist.add", { roomId: info.id, trackIds: [trackId] });
    setAddingId(null);
    if (!added.ok) notify({ variant: "error", title: added.error === "not-found" ? t("notYours") : errorText(added.error) });
  };
  return { addingId, addAgain };
}
