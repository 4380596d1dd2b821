import { ListMusic, Plus } from "lucide-react";
import { forwardRef, useImperativeHandle, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RoomConnection } from "#app/backend/room-connection.ts";
import { useRoomView } from "#app/backend/use-live.ts";
import { can } from "#app/domain/permissions.ts";
import { currentEntryId } from "#app/domain/playback.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useIsMobile } from "#app/ui/use-media-query.ts";
import { BatchBar } from "./batch-bar.tsx";
import { EntryGrid } from "./entry-grid.tsx";
import { EntryRow } from "./entry-row.tsx";
import { PlaylistHead } from "./playlist-head.tsx";
import { type RowFacts, RowFactsContext } from "./row-facts.ts";
import { isSelecting, NOTHING_SELECTED, type Selection, stillThere } from "./selection.ts";
import { canArrange, useEntryCommands } from "./use-entry-commands.ts";
import { useRowKeys } from "./use-row-keys.ts";

type PlaylistProps = {
  readonly connection: RoomConnection;
  /** This device sounds where the room is. */
  readonly isLit: boolean;
  readonly onAddTracks: () => void;
  /** Share of the uploads that is through; null: none are under way. */
  readonly uploadShare: number | null;
};

/** What others may ask of the list. */
export type PlaylistHandle = { readonly showCurrent: () => void };

const ROW_PX = 56;
const ROW_MOBILE_PX = 64;

/** The room's tracks in their order. Only what is seen is drawn. */
export const Playlist = forwardRef<PlaylistHandle, PlaylistProps>(function Playlist(
  { connection, isLit, onAddTracks, uploadShare },
  ref,
) {
  const { t } = useTranslation("room");
  const view = useRoomView(connection);
  const isMobile = useIsMobile();
  const list = useRef<HTMLDivElement>(null);
  const rowPx = isMobile ? ROW_MOBILE_PX : ROW_PX;
  const playlist = view.state?.playlist ?? [];
  const currentId = view.state ? currentEntryId(view.state.playback) : null;
  const isPlaying = view.state?.playback.status === "playing";
  const canAdd = can(view.you.standing, "add-tracks");
  const canPlay = can(view.you.standing, "control-playback");
  const commands = useEntryCommands(connection);
  const positions = useMemo(() => new Map(playlist.map((entry, i) => [entry.id, i])), [playlist]);

  useImperativeHandle(ref, () => ({
    showCurrent() {
      const at = currentId === null ? undefined : positions.get(currentId);
      const box = list.current;
      if (at === undefined || !box) return;
      box.scrollTo({ top: at * rowPx - (box.clientHeight - rowPx) / 3, behavior: "smooth" });
    },
  }));

  const upNext = view.state?.order.upNext;
  const queue = useMemo(() => new Map((upNext ?? []).map((id, i) => [id, i + 1])), [upNext]);
  const facts: RowFacts = {
    currentId,
    isPlaying,
    isLit,
    queue,
    positions,
    playlist,
    people: view.state?.people ?? {},
    you: view.you,
    media: view.media,
    canPlay,
    commands,
    nowMs: Date.now(),
  };
  const onKeyDown = useRowKeys(facts);
  const [chosen, setSelection] = useState<Selection>(NOTHING_SELECTED);
  const selection = useMemo(() => stillThere(chosen, positions), [chosen, positions]);
  const selected = useMemo(() => playlist.filter(({ id }) => selection.ids.has(id)), [playlist, selection]);

  return (
    <section
      id="playlist"
      aria-label={t("playlist.title")}
      onKeyDownCapture={onKeyDown}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
    >
      {view.state && (
        <PlaylistHead
          roomId={view.state.info.id}
          playlist={playlist}
          canAdd={canAdd}
          onAddTracks={onAddTracks}
          uploadShare={uploadShare}
        />
      )}
      {playlist.length === 0 ? (
        <div className="pt-6">
          <EmptyState
            icon={<ListMusic />}
            title={t("playlist.empty")}
            text={t(canAdd ? "playlist.emptyText" : "playlist.emptyGuest")}
            level={3}
          >
            {canAdd && (
              <Button variant="primary" size="sm" icon={<Plus />} onPress={onAddTracks}>
                {t("playlist.add")}
              </Button>
            )}
          </EmptyState>
        </div>
      ) : (
        <RowFactsContext.Provider value={facts}>
          <EntryGrid
            label={t("playlist.title")}
            box={list}
            entries={playlist}
            rowPx={rowPx}
            selection={selection}
            onSelect={setSelection}
            onAction={(id) => canPlay && commands.select(id)}
          >
            {(entry) => <EntryRow entry={entry} />}
          </EntryGrid>
          {isSelecting(selection) && (
            <BatchBar
              count={selection.ids.size}
              mayArrange={selected.every((entry) => canArrange(entry, view.you))}
              onClear={() => setSelection(NOTHING_SELECTED)}
              onQueue={() =>
                commands.queue(
                  selected.map(({ id }) => id),
                  true,
                )
              }
              onRemove={() => {
                commands.remove(selected.map(({ id }) => id));
                setSelection(NOTHING_SELECTED);
              }}
            />
          )}
        </RowFactsContext.Provider>
      )}
    </section>
  );
});
