import { type RefObject, useEffect, useState } from "react";

/** Whether the page, or a scrolling element in it, is scrolled down by more than a distance. */
export function useScrolledPast(distancePx: number, box?: RefObject<HTMLElement | null>): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    const scroller = box ? box.current : window;
    const update = () => setIsPast((box ? (box.current?.scrollTop ?? 0) : window.scrollY) > distancePx);
    // Only the page starts with a position, which the browser restored. To read a box's would lay out its new content.
    if (!box) update();
    scroller?.addEventListener("scroll", update, { passive: true });
    return () => scroller?.removeEventListener("scroll", update);
  }, [distancePx, box]);
  return isPast;
}
