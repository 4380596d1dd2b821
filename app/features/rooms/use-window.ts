import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { PAGE_ROOMS } from "./room-pages.ts";
import { type Range, windowRange } from "./window-range.ts";

export type Window = Range & {
  /** The room kept for what is above. */
  readonly abovePx: number;
};

// the server does not know it, and says so
const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** The cards of a grid of equal rows that are on the screen or near it. The style sheet says how many columns it has. */
export function useWindow(list: RefObject<HTMLElement | null>, total: number): Window {
  const [shown, setShown] = useState<Window>({ first: 0, end: Math.min(total, PAGE_ROOMS), abovePx: 0 });

  useBrowserLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    let grid = measure(element);
    const look = () => {
      const { top } = element.getBoundingClientRect();
      const range = windowRange({ ...grid, topPx: top, screenPx: window.innerHeight }, total);
      const next = { ...range, abovePx: (range.first / grid.columns) * grid.pitchPx };
      setShown((last) => (isSame(last, next) ? last : next));
    };
    // in the same frame, or a fast wheel would show what is not there yet
    const lookAtOnce = () => flushSync(look);
    const onResize = () => {
      grid = measure(element);
      look();
    };
    look();
    window.addEventListener("scroll", lookAtOnce, { passive: true });
    window.addEventListener("resize", onResize);
    return () => {
      window.removeEventListener("scroll", lookAtOnce);
      window.removeEventListener("resize", onResize);
    };
  }, [list, total]);

  return { ...shown, end: Math.min(shown.end, total) };
}

function measure(grid: HTMLElement): { readonly columns: number; readonly pitchPx: number } {
  const { gridTemplateColumns, gridAutoRows, rowGap } = getComputedStyle(grid);
  return {
    columns: gridTemplateColumns.split(" ").length,
    pitchPx: Number.parseFloat(gridAutoRows) + Number.parseFloat(rowGap),
  };
}

function isSame(a: Window, b: Window): boolean {
  return a.first === b.first && a.end === b.end && a.abovePx === b.abovePx;
}
