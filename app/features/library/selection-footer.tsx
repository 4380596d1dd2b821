import type { TrackId } from "#app/domain/ids.ts";
import { DeleteNote } from "./delete-note.tsx";
import { SelectionBar, type SelectionBarProps } from "./selection-bar.tsx";
import { EMPTY_SELECTION, type TrackSelection } from "./track-selection.ts";
import type { DeleteConfirmation } from "./use-delete-confirmation.ts";

type SelectionFooterProps = Pick<SelectionBarProps, "progress" | "onAdd"> & {
  readonly selection: TrackSelection;
  readonly onSelection: (next: TrackSelection) => void;
  readonly confirmation: DeleteConfirmation;
  readonly onDeleted: (ids: ReadonlySet<TrackId>) => void;
};

/** Sticks to the bottom of the dialog: the actions on the selected tracks, or the confirmation of deleting them. */
export function SelectionFooter({ selection, onSelection, confirmation, onDeleted, ...props }: SelectionFooterProps) {
  const ownTracks = [...selection.tracks.values()].filter(({ isOwn }) => isOwn);
  return (
    <div className="sticky -bottom-6 z-1 -mx-6 -mb-6 grid bg-overlay px-6 pb-3">
      {confirmation.isOpen && ownTracks.length > 0 ? (
        <DeleteNote tracks={ownTracks} onDeleted={onDeleted} onKeep={confirmation.close} />
      ) : (
        <SelectionBar
          count={selection.tracks.size}
          ownCount={ownTracks.length}
          deleteButtonRef={confirmation.buttonRef}
          onDelete={confirmation.open}
          onClear={() => onSelection(EMPTY_SELECTION)}
          {...props}
        />
      )}
    </div>
  );
}
