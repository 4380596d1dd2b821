import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";

type Cursor = {
  /** Its place among the entries; 0 where there are none. */
  readonly at: number;
  readonly put: (id: EntryId) => void;
  /** Puts it there, and the focus with it as soon as the row is drawn. */
  readonly focus: (id: EntryId) => void;
  /** For what is around the rows, their menus included. */
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * The row that has the focus, or gets it by Tab. What takes the place of a row that is gone is the next; what is only
 * hidden leaves the cursor to the first. `isThere`: the playlist has it still.
 */
export function useCursor(
  box: RefObject<HTMLElement | null>,
  entries: readonly Entry[],
  isThere: (id: EntryId) => boolean,
): Cursor {
  const [id, setId] = useState<EntryId | null>(null);
  const toFocus = useRef<EntryId | null>(null);
  const lastAt = useRef(0);
  const hasFocus = useRef(false);
  const foundAt = id === null ? 0 : entries.findIndex((entry) => entry.id === id);
  if (foundAt >= 0) lastAt.current = foundAt;
  const isGone = foundAt < 0 && id !== null && !isThere(id);
  const at = isGone ? Math.min(lastAt.current, entries.length - 1) : Math.max(0, foundAt);
  const cursorId = entries[at]?.id ?? null;

  useEffect(() => {
    // who had the focus in a row that is gone would be nowhere
    if (isGone && hasFocus.current && isNowhere(document.activeElement)) toFocus.current = cursorId;
    if (toFocus.current === null) return;
    box.current?.querySelector<HTMLElement>(`[data-key="${toFocus.current}"]`)?.focus({ preventScroll: true });
    toFocus.current = null;
  });

  return {
    at,
    put: setId,
    focus(wanted) {
      toFocus.current = wanted;
      setId(wanted);
    },
    onFocus() {
      hasFocus.current = true;
    },
    onBlur({ currentTarget, relatedTarget }) {
      hasFocus.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    },
  };
}

function isNowhere(element: Element | null): boolean {
  return element === null || element === document.body;
}
