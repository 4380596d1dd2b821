import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { ROOMS_PER_PAGE } from "./room-pages.ts";
import { type GridLayout, getViewport, getVisibleRange, type Viewport, type VisibleRange } from "./visible-range.ts";

export type VisibleCards = VisibleRange & {
  /** The height of the rows above, which are not rendered. */
  readonly abovePx: number;
};

// React warns about layout effects during server rendering.
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** The cards of a grid that lie in the window or near it. The number of columns is read from the style sheet. */
export function useVisibleCards(gridRef: RefObject<HTMLElement | null>, total: number): VisibleCards {
  const [cards, setCards] = useState<VisibleCards>({ first: 0, end: Math.min(total, ROOMS_PER_PAGE), abovePx: 0 });

  useBrowserLayoutEffect(() => {
    const grid = gridRef.current;
    if (!grid) return;
    return observeWindow(grid, (layout) => {
      const range = getVisibleRange(layout, total);
      const next = { ...range, abovePx: (range.first / layout.columns) * layout.rowPitchPx };
      setCards((current) => (isSame(current, next) ? current : next));
    });
  }, [gridRef, total]);

  return { ...cards, end: Math.min(cards.end, total) };
}

/** Calls `onLayout` at once and whenever the window is scrolled or resized. Returns the function that stops it. */
function observeWindow(grid: HTMLElement, onLayout: (layout: GridLayout) => void): () => void {
  let columns = readColumns(grid);
  const update = () => onLayout({ ...columns, ...readPlace(grid) });
  // Rendered in the same frame: a fast wheel would show empty space otherwise.
  const onScroll = () => flushSync(update);
  const onResize = () => {
    columns = readColumns(grid);
    update();
  };
  update();
  window.addEventListener("scroll", onScroll, { passive: true });
  window.addEventListener("resize", onResize);
  return () => {
    window.removeEventListener("scroll", onScroll);
    window.removeEventListener("resize", onResize);
  };
}

/** The cards of a grid that lie in the window. */
export function readViewport(grid: HTMLElement): Viewport {
  return getViewport({ ...readColumns(grid), ...readPlace(grid) });
}

function readPlace(grid: HTMLElement): Pick<GridLayout, "topPx" | "windowPx"> {
  return { topPx: grid.getBoundingClientRect().top, windowPx: window.innerHeight };
}

export function readColumns(grid: HTMLElement): Pick<GridLayout, "columns" | "rowPitchPx"> {
  const { gridTemplateColumns, gridAutoRows, rowGap } = getComputedStyle(grid);
  return {
    columns: gridTemplateColumns.split(" ").length,
    rowPitchPx: Number.parseFloat(gridAutoRows) + Number.parseFloat(rowGap),
  };
}

function isSame(a: VisibleCards, b: VisibleCards): boolean {
  return a.first === b.first && a.end === b.end && a.abovePx === b.abovePx;
}
