import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Rows from `first` up to, and without, `end`. */
export type RowsWindow = { readonly first: number; readonly end: number };

/** So much beyond the box is drawn too: what the next turn of a wheel, or the next arrow, brings. */
const BEYOND_PX = 400;

/** Which of many equal rows are in a box that scrolls, or near it. */
export function useRowsWindow(box: RefObject<HTMLElement | null>, count: number, rowPx: number): RowsWindow {
  const [rows, setRows] = useState<RowsWindow>({ first: 0, end: Math.min(count, 40) });

  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, clientHeight } = element;
    const first = Math.max(0, Math.floor((scrollTop - BEYOND_PX) / rowPx));
    const end = Math.min(count, Math.ceil((scrollTop + clientHeight + BEYOND_PX) / rowPx));
    setRows((last) => (last.first === first && last.end === end ? last : { first, end }));
  }, [box, count, rowPx]);

  useLayoutEffect(look, [look]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // in the same frame, or a fast wheel would show what is not there yet
    const lookAtOnce = () => flushSync(look);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", lookAtOnce, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", lookAtOnce);
    };
  }, [box, look]);

  return rows;
}
