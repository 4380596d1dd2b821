import type { RefObject } from "react";
import type { TrackId } from "#app/domain/ids.ts";
import type { LibraryList, LibraryTrack } from "./library-list.ts";
import { focusRemainingRow } from "./row-focus.ts";
import { useUnsaveTrack } from "./use-unsave-track.ts";

type RowRemovalOptions = {
  readonly list: LibraryList;
  readonly listElement: RefObject<HTMLElement>;
  /** Called with the tracks whose rows are removed. */
  readonly onRemove: (ids: ReadonlySet<TrackId>) => void;
};

type RowRemovals = {
  readonly removeRows: (ids: ReadonlySet<TrackId>) => void;
  /** Removes a saved track from the library, and its row unless a room of the user has it. */
  readonly unsave: (item: LibraryTrack) => void;
};

/** Removes rows from the list of the library, and keeps the focus in the list. */
export function useRowRemovals({ list, listElement, onRemove }: RowRemovalOptions): RowRemovals {
  const removeRows = (ids: ReadonlySet<TrackId>) => {
    focusRemainingRow(listElement.current, ids);
    list.remove(ids);
    onRemove(ids);
  };
  const unsave = useUnsaveTrack(({ track, rooms }) => {
    const isStillListed = rooms > 0 && !list.view.get().isSavedOnly;
    if (isStillListed) list.markUnsaved(track.id);
    else removeRows(new Set([track.id]));
  });
  return { removeRows, unsave };
}
