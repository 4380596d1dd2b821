import { useSyncExternalStore } from "react";
import { isThemeChoice, type ThemeChoice } from "./theme.ts";

/** The theme as it is chosen on this page, wherever that was done. @param served as the page came */
export function useThemeChoice(served: ThemeChoice): ThemeChoice {
  return useSyncExternalStore(
    subscribe,
    () => chosen() ?? served,
    () => served,
  );
}

function chosen(): ThemeChoice | null {
  const { choice } = document.documentElement.dataset;
  return isThemeChoice(choice) ? choice : null;
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-choice"] });
  return () => observer.disconnect();
}
