import { useRouteLoaderData } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { isThemeChoice, type ThemeChoice } from "./theme.ts";

/** The current theme choice. Follows changes that other components make. */
export function useThemeChoice(): ThemeChoice {
  // the choice that the server rendered
  const served = useRouteLoaderData<{ readonly theme: ThemeChoice }>("root")?.theme ?? "system";
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
