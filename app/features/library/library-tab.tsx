import { Bookmark } from "lucide-react";
import { useRef, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { LibraryRows } from "./library-rows.tsx";
import { LibraryStatus } from "./library-status.tsx";
import { SelectionFooter } from "./selection-footer.tsx";
import { StorageNote } from "./storage-note.tsx";
import { deselectTracks, EMPTY_SELECTION, inVisibleOrder, type TrackSelection } from "./track-selection.ts";
import { useAddTracks } from "./use-add-tracks.ts";
import { useDeleteConfirmation } from "./use-delete-confirmation.ts";
import { type Library, useLibrary } from "./use-library.ts";
import { useRowRemovals } from "./use-row-removals.ts";

/** The tracks that the user has uploaded or saved and those of their rooms: search, select, add to the room, delete. */
export function LibraryTab({ roomId }: { readonly roomId: RoomId }) {
  const library = useLibrary(roomId);
  const { list, view, setSearchText } = library;
  const { progress, addTracks } = useAddTracks(roomId);
  const [selection, setSelection] = useState<TrackSelection>(EMPTY_SELECTION);
  const [deletions, setDeletions] = useState(0);
  const confirmation = useDeleteConfirmation();
  const listElement = useRef<HTMLDivElement>(null);
  const tracks = view.tracks ?? [];

  const deselect = (ids: ReadonlySet<TrackId>) => setSelection((current) => deselectTracks(current, ids));
  const { removeRows, unsave } = useRowRemovals({ list, listElement, onRemove: deselect });
  const removeDeleted = (ids: ReadonlySet<TrackId>) => {
    removeRows(ids);
    confirmation.close();
    setDeletions((count) => count + 1);
  };
  const addSelected = async () => {
    const added = await addTracks(inVisibleOrder(selection, tracks));
    list.markInRoom(added);
    deselect(added);
  };
  const selectionProps = { selection, onSelection: setSelection, onDeleted: removeDeleted };

  return (
    <div className="grid gap-4">
      <StickySearch library={library} />
      <StorageNote revision={deletions} />
      <div ref={listElement} className="grid gap-3" aria-busy={view.isLoading}>
        {tracks.length > 0 && <LibraryRows tracks={tracks} onNearEnd={list.loadMore} onUnsave={unsave} {...selectionProps} />}
        <LibraryStatus view={view} onClearSearch={() => setSearchText("")} />
        {view.error && <LoadingError error={view.error} onRetry={list.retry} />}
      </div>
      {selection.tracks.size > 0 && (
        <SelectionFooter progress={progress} confirmation={confirmation} onAdd={() => void addSelected()} {...selectionProps} />
      )}
    </div>
  );
}

function LoadingError({ error, onRetry }: { readonly error: ErrorCode; readonly onRetry: () => void }) {
  const { t } = useTranslation("library");
  const errorText = useErrorText();
  return <RetryNote text={errorText(error)} label={t("retry")} onRetry={onRetry} />;
}

/** Search and filter. They stay visible while the list is scrolled. */
function StickySearch({ library }: { readonly library: Library }) {
  const { t } = useTranslation("library");
  const { searchText, setSearchText, isSavedOnly, setSavedOnly } = library;
  return (
    <div className="sticky -top-4 z-1 -mx-6 -my-2 flex items-center gap-2 bg-overlay px-6 py-2">
      <SearchField label={t("search")} value={searchText} onChange={setSearchText} className="min-w-0 flex-1" />
      <IconButton
        variant="fill"
        label={t("savedOnly")}
        icon={<Bookmark />}
        isOn={isSavedOnly}
        onPress={() => setSavedOnly(!isSavedOnly)}
        tooltip
      />
    </div>
  );
}
