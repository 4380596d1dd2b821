import { type RefObject, useRef } from "react";
import type { Anchor, ShownRooms } from "./shown-rooms.ts";
import { readColumns, readViewport, useBrowserLayoutEffect } from "./use-visible-cards.ts";

/**
 * Keeps the visible cards of a grid in place: the list can find out which these are, and the page scrolls with them when others
 * are inserted or removed above the window.
 */
export function useScrollAnchor(gridRef: RefObject<HTMLElement | null>, shown: ShownRooms, anchor: Anchor): void {
  useBrowserLayoutEffect(() => shown.watchViewport(() => gridRef.current && readViewport(gridRef.current)), [gridRef, shown]);
  const latest = useRef(anchor);
  useBrowserLayoutEffect(() => {
    const { session, cards } = latest.current;
    latest.current = anchor;
    const inserted = anchor.session === session ? anchor.cards - cards : 0;
    if (inserted === 0 || !gridRef.current) return;
    const { columns, rowPitchPx } = readColumns(gridRef.current);
    window.scrollBy({ top: (inserted / columns) * rowPitchPx, behavior: "instant" });
  }, [gridRef, anchor]);
}
