import { useCallback, useSyncExternalStore } from "react";
import { uiLimits } from "./ui-limits.ts";

/** False on the server, and until the page has come to life. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Only where the two differ in more than looks; else the style sheet knows. */
export function useIsMobile(): boolean {
  return useMediaQuery(`(width < ${uiLimits.mobileBelowPx}px)`);
}
