import { type RefObject, useEffect, useRef } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { ShownPlaylist } from "./use-shown-playlist.ts";

type Shown = {
  readonly box: RefObject<HTMLElement | null>;
  readonly shown: ShownPlaylist;
  readonly currentId: EntryId | null;
  readonly rowPx: number;
};

/** Scrolls to what plays; where a search hides it, as soon as the search is cleared. */
export function useShowCurrent({ box, shown, currentId, rowPx }: Shown): () => void {
  const wanted = useRef<EntryId | null>(null);

  const show = () => {
    const at = shown.entries.findIndex(({ id }) => id === currentId);
    const element = box.current;
    const isSeen = at >= 0 && element !== null;
    wanted.current = isSeen ? null : currentId;
    if (!isSeen) {
      if (shown.query.search !== "") shown.choose({ search: "" });
      return;
    }
    element.scrollTo({ top: at * rowPx - (element.clientHeight - rowPx) / 3, behavior: "smooth" });
  };

  // after each drawing: the list may have its box only now
  useEffect(() => {
    if (wanted.current === null) return;
    // nobody has asked for what plays by now
    if (wanted.current !== currentId) wanted.current = null;
    else if (shown.entries.some(({ id }) => id === currentId)) show();
  });

  return show;
}
