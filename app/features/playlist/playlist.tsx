import { forwardRef, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { can } from "#app/domain/access/permissions.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { ScrollToTop } from "#app/ui/scroll-to-top.tsx";
import { useLazy } from "#app/ui/use-lazy.ts";
import { BatchBar } from "./batch-bar.tsx";
import { EntryGrid } from "./entry-grid.tsx";
import { NothingFound, NothingThere } from "./playlist-empty.tsx";
import { PlaylistHead } from "./playlist-head.tsx";
import { RowFactsContext } from "./row-facts.ts";
import { isSelecting, NOTHING_SELECTED, SELECTING, type Selection, stillThere } from "./selection.ts";
import { SortNote } from "./sort-note.tsx";
import { withdrawUndo } from "./undo.ts";
import { useDragging } from "./use-dragging.ts";
import { canArrange, useEntryCommands } from "./use-entry-commands.ts";
import { useFacts } from "./use-facts.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useShowCurrent } from "./use-show-current.ts";
import { useShownPlaylist } from "./use-shown-playlist.ts";

type PlaylistProps = {
  readonly connection: RoomConnection;
  /** This device sounds where the room is. */
  readonly isLit: boolean;
  readonly onAddTracks: () => void;
  readonly onEdit: (entries: readonly Entry[]) => void;
  /** Share of the uploads that is through; null: none are under way. */
  readonly uploadShare: number | null;
};

/** What others may ask of the list. */
export type PlaylistHandle = { readonly showCurrent: () => void };

const ROW_PX = 56;
const ROW_MOBILE_PX = 64;
const EMPTY: readonly Entry[] = [];
const loadMove = () => import("./move-dialog.tsx");

/** The room's tracks in their order, or as somebody wants to look at them. Only what is seen is drawn. */
export const Playlist = forwardRef<PlaylistHandle, PlaylistProps>(function Playlist(
  { connection, isLit, onAddTracks, onEdit, uploadShare },
  ref,
) {
  const { t } = useTranslation("room");
  const view = useRoomView(connection);
  const list = useRef<HTMLDivElement>(null);
  const playlist = view.state?.playlist ?? EMPTY;
  const shown = useShownPlaylist(playlist);
  const commands = useEntryCommands(connection);
  const canAdd = can(view.self.effectiveRole, "add-tracks");
  useEffect(() => withdrawUndo, []);

  const [chosen, setSelection] = useState<Selection>(NOTHING_SELECTED);
  const there = useMemo(() => new Set(shown.entries.map(({ id }) => id)), [shown.entries]);
  const selection = useMemo(() => stillThere(chosen, there), [chosen, there]);
  const selected = useMemo(() => playlist.filter(({ id }) => selection.ids.has(id)), [playlist, selection]);
  const selectedIds = selected.map(({ id }) => id);
  const stopSelecting = useCallback(() => setSelection(NOTHING_SELECTED), []);

  const [moving, setMoving] = useState<readonly Entry[]>(EMPTY);
  const stopMoving = useCallback(() => setMoving(EMPTY), []);
  const move = useLazy(loadMove, moving.length > 0, stopMoving);

  const facts = useFacts({ view, isLit, shown, isSelecting: isSelecting(selection), commands, onEdit, onMoveTo: setMoving });
  const { canPlay, currentId, isMobile, positions } = facts;
  const rowPx = isMobile ? ROW_MOBILE_PX : ROW_PX;
  const dragging = useDragging(facts);
  const onKeyDown = useRowKeys(facts);
  const isLooking = !shown.isWhole;
  // another list is looked at from its beginning
  useEffect(() => {
    if (shown.query) list.current?.scrollTo({ top: 0 });
  }, [shown.query]);

  const showCurrent = useShowCurrent({ box: list, shown, currentId, rowPx });
  useImperativeHandle(ref, () => ({ showCurrent }));

  const [first] = moving;
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
          connection={connection}
          playlist={playlist}
          shown={shown}
          canAdd={canAdd}
          onAddTracks={onAddTracks}
          uploadShare={uploadShare}
          isSelecting={isSelecting(selection)}
          onSelecting={(isOn) => setSelection(isOn ? SELECTING : NOTHING_SELECTED)}
        />
      )}
      {isLooking && playlist.length > 0 && <SortNote shown={shown} />}
      {playlist.length === 0 && <NothingThere canAdd={canAdd} onAddTracks={onAddTracks} />}
      {playlist.length > 0 && shown.entries.length === 0 && <NothingFound shown={shown} />}
      {shown.entries.length > 0 && (
        <RowFactsContext.Provider value={facts}>
          <EntryGrid
            label={t("playlist.title")}
            box={list}
            entries={shown.entries}
            rowPx={rowPx}
            selection={selection}
            onSelect={setSelection}
            onAction={(id) => canPlay && commands.select(id)}
            {...dragging}
          />
        </RowFactsContext.Provider>
      )}
      {shown.entries.length > 0 && <ScrollToTop box={list} isAside={isSelecting(selection)} />}
      {isSelecting(selection) && (
        <BatchBar
          count={selected.length}
          canArrangeEntry={selected.every((entry) => canArrange(entry, view.self))}
          onClear={stopSelecting}
          onEdit={() => onEdit(selected)}
          onMoveTo={() => setMoving(selected)}
          onQueue={() => commands.queue(selectedIds, true)}
          onRemove={() => {
            commands.remove(selectedIds);
            stopSelecting();
          }}
        />
      )}
      {first && move && (
        <move.MoveDialog
          entries={moving}
          total={playlist.length}
          from={(positions.get(first.id) ?? 0) + 1}
          onMove={(place) =>
            commands.moveTo(
              moving.map(({ id }) => id),
              place,
            )
          }
          onClose={stopMoving}
        />
      )}
    </section>
  );
});
