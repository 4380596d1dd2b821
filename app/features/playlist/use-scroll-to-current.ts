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
    scrollOnceGrown(box, { top: index * rowPx - (box.clientHeight - rowPx) / 3, listPx: view.entries.length * rowPx });
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

/** More frames than a list needs to be laid out. */
const FRAMES_MAX = 30;

/** A list whose search was cleared has its full height some frames later. Until then, its end is too near. */
function scrollOnceGrown(box: HTMLElement, target: { readonly top: number; readonly listPx: number }, frames = 0): void {
  if (box.scrollHeight >= target.listPx || frames === FRAMES_MAX) {
    box.scrollTo({ top: target.top, behavior: "smooth" });
  } else {
    requestAnimationFrame(() => scrollOnceGrown(box, target, frames + 1));
  }
}
