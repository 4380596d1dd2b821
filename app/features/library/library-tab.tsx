import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { LibraryRows } from "./library-rows.tsx";
import { LibraryStatus } from "./library-status.tsx";
import { focusRemainingRow } from "./row-focus.ts";
import { SelectionFooter } from "./selection-footer.tsx";
import { StorageNote } from "./storage-note.tsx";
import { deselectTracks, EMPTY_SELECTION, inVisibleOrder, type TrackSelection } from "./track-selection.ts";
import { useAddTracks } from "./use-add-tracks.ts";
import { useDeleteConfirmation } from "./use-delete-confirmation.ts";
import { useLibrary } from "./use-library.ts";

/** The tracks that the user has uploaded and those of their rooms: search, select, add to the room, delete. */
export function LibraryTab({ roomId }: { readonly roomId: RoomId }) {
  const { t } = useTranslation("library");
  const errorText = useErrorText();
  const { list, view, searchText, setSearchText } = useLibrary(roomId);
  const { progress, addTracks } = useAddTracks(roomId);
  const [selection, setSelection] = useState<TrackSelection>(EMPTY_SELECTION);
  const [deletions, setDeletions] = useState(0);
  const confirmation = useDeleteConfirmation();
  const listElement = useRef<HTMLDivElement>(null);
  const tracks = view.tracks ?? [];

  const removeDeleted = (ids: ReadonlySet<TrackId>) => {
    focusRemainingRow(listElement.current, ids);
    list.remove(ids);
    setSelection((current) => deselectTracks(current, ids));
    confirmation.close();
    setDeletions((count) => count + 1);
  };
  const addSelected = async () => {
    const added = await addTracks(inVisibleOrder(selection, tracks));
    list.markInRoom(added);
    setSelection((current) => deselectTracks(current, added));
  };
  const selectionProps = { selection, onSelection: setSelection, onDeleted: removeDeleted };

  return (
    <div className="grid gap-4">
      <StickySearch value={searchText} onChange={setSearchText} />
      <StorageNote revision={deletions} />
      <div ref={listElement} className="grid gap-3" aria-busy={view.isLoading}>
        {tracks.length > 0 && <LibraryRows tracks={tracks} onNearEnd={list.loadMore} {...selectionProps} />}
        <LibraryStatus view={view} onClearSearch={() => setSearchText("")} />
        {view.error && <RetryNote text={errorText(view.error)} label={t("retry")} onRetry={list.retry} />}
      </div>
      {selection.tracks.size > 0 && (
        <SelectionFooter progress={progress} confirmation={confirmation} onAdd={() => void addSelected()} {...selectionProps} />
      )}
    </div>
  );
}

type StickySearchProps = { readonly value: string; readonly onChange: (text: string) => void };

/** Stays visible while the list is scrolled. */
function StickySearch(props: StickySearchProps) {
  const { t } = useTranslation("library");
  return (
    <div className="sticky -top-4 z-1 -mx-6 -my-2 bg-overlay px-6 py-2">
      <SearchField label={t("search")} {...props} />
    </div>
  );
}
