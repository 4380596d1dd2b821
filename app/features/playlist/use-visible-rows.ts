import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Rows from `first` up to `end`, which is not included. */
export type VisibleRows = {
  readonly first: number;
  readonly end: number;
  /** True while the rows scroll by too fast to be read. */
  readonly isScrollingFast: boolean;
};

/** Rows this far outside the box are rendered too, for the next turn of a wheel or the next arrow key. */
const OVERSCAN_PX = 400;
/** Scrolling by more than this share of the box in one step is too fast to read. */
const FAST_SHARE = 0.75;
/** Scrolling has ended after this time without a step. */
const SCROLL_END_MS = 80;
const INITIAL_ROWS = 40;

/** The rows of equal height that lie in a scrolling box, or near it. */
export function useVisibleRows(scrollBox: RefObject<HTMLElement | null>, count: number, rowPx: number): VisibleRows {
  const [rows, setRows] = useState<VisibleRows>({ first: 0, end: Math.min(count, INITIAL_ROWS), isScrollingFast: false });
  const previousTop = useRef(0);
  const isMeasured = useRef(false);

  const measure = useCallback(() => {
    const box = scrollBox.current;
    if (!box) return;
    isMeasured.current = true;
    const { scrollTop, clientHeight } = box;
    const isScrollingFast = Math.abs(scrollTop - previousTop.current) > clientHeight * FAST_SHARE;
    previousTop.current = scrollTop;
    const first = Math.max(0, Math.floor((scrollTop - OVERSCAN_PX) / rowPx));
    const end = Math.min(count, Math.ceil((scrollTop + clientHeight + OVERSCAN_PX) / rowPx));
    const next = { first, end, isScrollingFast };
    setRows((current) => (isSame(current, next) ? current : next));
  }, [scrollBox, count, rowPx]);

  useLayoutEffect(() => {
    // The first rows need no size. To read one now would lay out the whole room within the task that renders it.
    if (isMeasured.current) measure();
  }, [measure]);
  useEffect(() => (scrollBox.current ? observeScroll(scrollBox.current, measure) : undefined), [scrollBox, measure]);

  return rows;
}

function observeScroll(box: HTMLElement, measure: () => void): () => void {
  let scrollEnd: ReturnType<typeof setTimeout> | undefined;
  const onScroll = () => {
    clearTimeout(scrollEnd);
    scrollEnd = setTimeout(measure, SCROLL_END_MS);
    // Rendered in the same frame: a fast wheel would show empty space otherwise.
    flushSync(measure);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(box);
  box.addEventListener("scroll", onScroll, { passive: true });
  return () => {
    clearTimeout(scrollEnd);
    observer.disconnect();
    box.removeEventListener("scroll", onScroll);
  };
}

function isSame(a: VisibleRows, b: VisibleRows): boolean {
  return a.first === b.first && a.end === b.end && a.isScrollingFast === b.isScrollingFast;
}
