import { ListOrdered } from "lucide-react";
import { useMemo } from "react";
import { can } from "#app/domain/access/permissions.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { listUpcoming } from "#app/domain/playback/upcoming.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { canArrangeEntry } from "#app/domain/room/decide-playlist.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { createUndo } from "#app/server-client/room/create-undo.ts";
import { newEditId, type RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";
import { countQueueVotes } from "./count-queue-votes.ts";
import { QueueVoteButton } from "./queue-vote-button.tsx";
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
  const view = useRoomView(connection);
  const { self, media } = view;
  const { playlist, order, playback, info } = state;
  const upcoming = useMemo(() => listUpcoming({ playlist, order }, playback), [playlist, order, playback]);
  const unqueue = useUnqueue(connection);
  const vote = useQueueVote(connection);
  if (upcoming.length === 0) {
    return <EmptyState icon={<ListOrdered />} title={t("upNext.empty")} text={t("upNext.emptyText")} level={3} />;
  }
  return (
    <section
      aria-label={t("upNext.title")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="grid grid-cols-1 gap-2 rounded-md outline-offset-4"
    >
      {order.repeat === "one" && <p className="text-small text-ink-2">{t("upNext.repeatsOne")}</p>}
      <ol className="grid grid-cols-1">
        {upcoming.map(({ entry, isQueued, round }) => (
          <UpNextRow
            key={[entry.id, isQueued, round].join()}
            entry={entry}
            isQueued={isQueued}
            media={media}
            vote={info.hasQueueVotes && isQueued && <QueueVote entry={entry} view={view} onVote={vote} />}
            onRemove={isQueued && canArrangeEntry(entry, self, info) ? () => unqueue(entry.id) : null}
          />
        ))}
      </ol>
    </section>
  );
}

type QueueVoteProps = {
  readonly entry: Entry;
  readonly view: RoomView;
  readonly onVote: (entryId: EntryId, isFor: boolean) => void;
};

function QueueVote({ entry, view, onVote }: QueueVoteProps) {
  const { self, state, votes } = view;
  const isOwn = votes.own.queue.includes(entry.id);
  const toggle = () => onVote(entry.id, !isOwn);
  return (
    <QueueVoteButton
      entry={entry}
      votes={countQueueVotes(view, entry.id)}
      isOwn={isOwn}
      onToggle={state && can(self.effectiveRole, "add-tracks", state.info) ? toggle : null}
    />
  );
}

/** Takes an entry out of the queue. */
function useUnqueue(connection: RoomConnection) {
  const { t } = useTranslation("room");
  const errorText = useErrorText();
  const offerUndo = useOfferUndo();
  const unqueue = async (entryId: EntryId) => {
    const editId = newEditId();
    const error = await connection.command({ type: "queue", entryIds: [entryId], isNext: false }, editId);
    if (error) notify({ variant: "error", title: errorText(error) });
    else offerUndo({ title: t("undo.unqueued", { count: 1 }) }, createUndo(connection, [editId]));
  };
  return (entryId: EntryId) => void unqueue(entryId);
}

/** Votes for a queued entry, or withdraws the vote. */
function useQueueVote(connection: RoomConnection) {
  const errorText = useErrorText();
  const vote = async (entryId: EntryId, isFor: boolean) => {
    const error = await connection.command({ type: "vote-queue", entryId, isFor });
    if (error) notify({ variant: "error", title: errorText(error) });
  };
  return (entryId: EntryId, isFor: boolean) => void vote(entryId, isFor);
}
