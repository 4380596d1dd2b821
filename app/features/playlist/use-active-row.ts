import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";

type ActiveRow = {
  /** The index of its entry; 0 without entries. */
  readonly index: number;
  readonly activate: (id: EntryId) => void;
  /** Activates the row and focuses it as soon as it is rendered. */
  readonly focus: (id: EntryId) => void;
  /** These two belong on the element around the rows. Focus in a row's menu counts as focus in the rows. */
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * The one row that has the focus or receives it with Tab. If its entry is removed from the playlist, the next row becomes
 * active. If its entry is only filtered out, the first row does.
 * @param isInPlaylist whether the playlist contains an entry that the list may not show
 */
export function useActiveRow(
  scrollBox: RefObject<HTMLElement | null>,
  entries: readonly Entry[],
  isInPlaylist: (id: EntryId) => boolean,
): ActiveRow {
  const [activeId, setActiveId] = useState<EntryId | null>(null);
  const pendingFocusId = useRef<EntryId | null>(null);
  const previousIndex = useRef(0);
  const hasFocus = useRef(false);
  const foundIndex = activeId === null ? 0 : entries.findIndex(({ id }) => id === activeId);
  if (foundIndex >= 0) previousIndex.current = foundIndex;
  const isRemoved = foundIndex < 0 && activeId !== null && !isInPlaylist(activeId);
  const index = isRemoved ? Math.min(previousIndex.current, entries.length - 1) : Math.max(0, foundIndex);
  const rowId = entries[index]?.id ?? null;

  useEffect(() => {
    // The browser drops the focus of a removed row.
    if (isRemoved && hasFocus.current && isFocusLost()) pendingFocusId.current = rowId;
    if (pendingFocusId.current === null) return;
    scrollBox.current?.querySelector<HTMLElement>(`[data-key="${pendingFocusId.current}"]`)?.focus({ preventScroll: true });
    pendingFocusId.current = null;
  });

  return {
    index,
    activate: setActiveId,
    focus(id) {
      pendingFocusId.current = id;
      setActiveId(id);
    },
    onFocus() {
      hasFocus.current = true;
    },
    onBlur({ currentTarget, relatedTarget }) {
      hasFocus.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    },
  };
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
