import { type RefObject, useEffect, useRef } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { PlaylistView } from "./use-playlist-view.ts";

type ScrollTarget = {
  readonly scrollBox: RefObject<HTMLElement | null>;
  readonly view: PlaylistView;
  readonly currentId: EntryId | null;
  readonly rowPx: number;
};

/** Scrolls to the current entry. If a search hides that entry, the search is cleared first. */
export function useScrollToCurrent({ scrollBox, view, currentId, rowPx }: ScrollTarget): () => void {
  /** The entry to scroll to once it is visible. */
  const pendingId = useRef<EntryId | null>(null);

  const scrollToCurrent = () => {
    const index = view.entries.findIndex(({ id }) => id === currentId);
    const box = scrollBox.current;
    if (index < 0 || !box) {
      pendingId.current = currentId;
      if (view.query.search !== "") view.changeQuery({ search: "" });
      return;
    }
    pendingId.current = null;
    box.scrollTo({ top: index * rowPx - (box.clientHeight - rowPx) / 3, behavior: "smooth" });
  };

  // Runs after each render, because the list may have been mounted in this one.
  useEffect(() => {
    if (pendingId.current === null) return;
    // The request was for an entry that is no longer the current one.
    if (pendingId.current !== currentId) pendingId.current = null;
    else if (view.entries.some(({ id }) => id === currentId)) scrollToCurrent();
  });

  return scrollToCurrent;
}
