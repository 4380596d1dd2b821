import { useCallback, useSyncExternalStore } from "react";

/** Whether the page is scrolled further down than this. */
export function useScrolledPast(distancePx: number): boolean {
  const subscribe = useCallback((onChange: () => void) => {
    window.addEventListener("scroll", onChange, { passive: true });
    return () => window.removeEventListener("scroll", onChange);
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > distancePx,
    () => false,
  );
}
