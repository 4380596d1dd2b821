import { type RefObject, useCallback, useSyncExternalStore } from "react";

/** Whether the page, or a scrolling element in it, is scrolled down by more than a distance. */
export function useScrolledPast(distancePx: number, box?: RefObject<HTMLElement | null>): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const scroller = box ? box.current : window;
      scroller?.addEventListener("scroll", onChange, { passive: true });
      return () => scroller?.removeEventListener("scroll", onChange);
    },
    [box],
  );
  return useSyncExternalStore(
    subscribe,
    () => (box ? (box.current?.scrollTop ?? 0) : window.scrollY) > distancePx,
    () => false,
  );
}
