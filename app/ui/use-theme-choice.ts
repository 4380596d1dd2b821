import { useSyncExternalStore } from "react";
import { isThemeChoice, type ThemeChoice } from "./theme.ts";

/**
 * The current theme choice, wherever on the page it was changed.
 * @param served the choice that the server rendered
 */
export function useThemeChoice(served: ThemeChoice): ThemeChoice {
  return useSyncExternalStore(
    subscribe,
    () => readChoice() ?? served,
    () => served,
  );
}

function readChoice(): ThemeChoice | null {
  const { choice } = document.documentElement.dataset;
  return isThemeChoice(choice) ? choice : null;
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-choice"] });
  return () => observer.disconnect();
}
