import { type ForwardedRef, forwardRef, type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import { CLOSED_ROOM, can } from "#app/domain/access/permissions.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { ScrollToTop } from "#app/ui/scroll-to-top.tsx";
import { EntryGrid } from "./entry-grid.tsx";
import { LazyMoveDialog } from "./lazy-move-dialog.tsx";
import { EmptyPlaylist, NoSearchResults } from "./playlist-empty.tsx";
import { PlaylistHeader } from "./playlist-header.tsx";
import { END_BELOW_BAR, END_BELOW_ROWS, PLAYLIST, ROW_MOBILE_PX, ROW_PX } from "./playlist-shape.ts";
import { RowContext } from "./row-context.ts";
import { EMPTY_MULTI_SELECTION, EMPTY_SELECTION } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { SortNote } from "./sort-note.tsx";
import { useEntryShortcuts } from "./use-entry-shortcuts.ts";
import { type PlaylistModel, usePlaylist } from "./use-playlist.ts";
import { useReorder } from "./use-reorder.ts";
import { useScrollToCurrent } from "./use-scroll-to-current.ts";

type PlaylistProps = {
  readonly connection: RoomConnection;
  /** True while this device plays in sync with the room. */
  readonly isInSync: boolean;
  /** Called during the gesture that starts a room which does not play. */
  readonly onStart: () => void;
  readonly onAddTracks: () => void;
  readonly onEdit: (entries: readonly Entry[]) => void;
  /** Explains why the user may not play an entry. Its identity must be stable. */
  readonly onPlayRefused: () => void;
  /** The finished share of what is uploaded and imported, 0 to 1; null if nothing is. */
  readonly addingShare: number | null;
};

export type PlaylistHandle = { readonly scrollToCurrent: () => void };

/** The room's playlist, in its own order or as this user searches and sorts it. */
export const Playlist = forwardRef<PlaylistHandle, PlaylistProps>(function Playlist(props, ref) {
  const { connection, onAddTracks, onEdit, addingShare } = props;
  const { t } = useTranslation("room");
  const model = usePlaylist(props);
  const { room, playlist, view, rowContext, selection } = model;
  const { isMultiSelect } = rowContext;
  const { scrollBox, rowPx } = usePlaylistScroll(model, ref);
  const canAdd = can(room.self.effectiveRole, "add-tracks", room.state?.info ?? CLOSED_ROOM);
  const onKeyDown = useEntryShortcuts(rowContext);
  return (
    <section
      id="playlist"
      aria-label={t("playlist.title")}
      onKeyDownCapture={onKeyDown}
      onBlur={rowContext.armedRemoval.disarm}
      className={`${PLAYLIST} ${isMultiSelect ? END_BELOW_BAR : END_BELOW_ROWS}`}
    >
      {room.state && (
        <PlaylistHeader
          roomId={room.state.info.id}
          connection={connection}
          playlist={playlist}
          view={view}
          canAdd={canAdd}
          onAddTracks={onAddTracks}
          addingShare={addingShare}
          isMultiSelect={isMultiSelect}
          onMultiSelectChange={(isOn) => selection.select(isOn ? EMPTY_MULTI_SELECTION : EMPTY_SELECTION)}
        />
      )}
      {playlist.length === 0 ? (
        <EmptyPlaylist canAdd={canAdd} onAddTracks={onAddTracks} />
      ) : (
        <PlaylistContent model={model} scrollBox={scrollBox} rowPx={rowPx} />
      )}
      {isMultiSelect && <SelectionBar model={model} onEdit={onEdit} />}
      <LazyMoveDialog model={model} />
    </section>
  );
});

type PlaylistContentProps = {
  readonly model: PlaylistModel;
  readonly scrollBox: RefObject<HTMLDivElement>;
  readonly rowPx: number;
};

function PlaylistContent({ model, scrollBox, rowPx }: PlaylistContentProps) {
  const { view } = model;
  return (
    <>
      {!view.isPlaylistOrder && <SortNote view={view} />}
      {view.entries.length > 0 ? (
        <PlaylistRows model={model} scrollBox={scrollBox} rowPx={rowPx} />
      ) : (
        <NoSearchResults view={view} />
      )}
    </>
  );
}

function PlaylistRows({ model, scrollBox, rowPx }: PlaylistContentProps) {
  const { t } = useTranslation("room");
  const { view, selection, rowContext } = model;
  const { canPlay, commands, onPlayRefused, isMultiSelect } = rowContext;
  const reorder = useReorder(rowContext);
  return (
    <>
      <RowContext.Provider value={rowContext}>
        <EntryGrid
          label={t("playlist.title")}
          scrollBox={scrollBox}
          entries={view.entries}
          rowPx={rowPx}
          selection={selection.current}
          onSelect={selection.select}
          onAction={(id) => (canPlay ? commands.select(id) : onPlayRefused())}
          {...reorder}
        />
      </RowContext.Provider>
      <ScrollToTop box={scrollBox} isAtRight={isMultiSelect} />
    </>
  );
}

/** The box that scrolls. It scrolls to the top when the query changes. */
function usePlaylistScroll({ view, rowContext }: PlaylistModel, ref: ForwardedRef<PlaylistHandle>) {
  const scrollBox = useRef<HTMLDivElement>(null);
  const rowPx = rowContext.isMobile ? ROW_MOBILE_PX : ROW_PX;
  const shownQuery = useRef(view.query);
  useEffect(() => {
    if (shownQuery.current === view.query) return;
    shownQuery.current = view.query;
    scrollBox.current?.scrollTo({ top: 0 });
  }, [view.query]);
  const scrollToCurrent = useScrollToCurrent({ scrollBox, view, currentId: rowContext.currentId, rowPx });
  useImperativeHandle(ref, () => ({ scrollToCurrent }));
  return { scrollBox, rowPx };
}
