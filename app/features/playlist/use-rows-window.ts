import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Rows from `first` up to, and without, `end`. */
export type RowsWindow = {
  readonly first: number;
  readonly end: number;
  /** They fly by: nobody can read them. */
  readonly isFast: boolean;
};

/** So much beyond the box is drawn too: what the next turn of a wheel, or the next arrow, brings. */
const BEYOND_PX = 400;
/** More of the box than this in one step is too fast to read. */
const FAST_SHARE = 0.75;
/** After this without a step it has come to rest. */
const REST_MS = 80;

/** Which of many equal rows are in a box that scrolls, or near it. */
export function useRowsWindow(box: RefObject<HTMLElement | null>, count: number, rowPx: number): RowsWindow {
  const [rows, setRows] = useState<RowsWindow>({ first: 0, end: Math.min(count, 40), isFast: false });
  const lastTop = useRef(0);

  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, clientHeight } = element;
    const isFast = Math.abs(scrollTop - lastTop.current) > clientHeight * FAST_SHARE;
    lastTop.current = scrollTop;
    const first = Math.max(0, Math.floor((scrollTop - BEYOND_PX) / rowPx));
    const end = Math.min(count, Math.ceil((scrollTop + clientHeight + BEYOND_PX) / rowPx));
    setRows((last) => (last.first === first && last.end === end && last.isFast === isFast ? last : { first, end, isFast }));
  }, [box, count, rowPx]);

  useLayoutEffect(look, [look]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const lookAtOnce = () => {
      clearTimeout(rest);
      rest = setTimeout(look, REST_MS);
      // in the same frame, or a fast wheel would show what is not there yet
      flushSync(look);
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", lookAtOnce, { passive: true });
    return () => {
      clearTimeout(rest);
      observer.disconnect();
      element.removeEventListener("scroll", lookAtOnce);
    };
  }, [box, look]);

  return rows;
}
