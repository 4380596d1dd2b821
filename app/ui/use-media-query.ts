import { useCallback, useSyncExternalStore } from "react";
import { uiLimits } from "./ui-limits.ts";

/** False on the server and until hydration. */
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

/** For differences in behavior. Differences in appearance belong in the style sheet. */
export function useIsMobile(): boolean {
  return useMediaQuery(`(width < ${uiLimits.mobileBelowPx}px)`);
}

/** Whether the screen is as low as that of a phone in landscape. */
export function useIsShort(): boolean {
  return useMediaQuery(`(height < ${uiLimits.shortBelowPx}px)`);
}
