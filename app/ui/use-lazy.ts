import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatest, useLatestRef } from "#app/lib/use-latest.ts";
import { notify } from "./notice-store.ts";

/**
 * A module that is loaded as soon as it is needed. Null until then. A notice reports a failure.
 * @param onFailure closes the component that needs the module, so that opening it again tries again
 */
export function useLazy<Module>(load: () => Promise<Module>, isNeeded: boolean, onFailure?: () => void): Module | null {
  const { t } = useTranslation("errors");
  const [module, setModule] = useState<Module | null>(null);
  const latest = useLatest();
  const handleFailure = useLatestRef(() => {
    notify({ title: t("network"), variant: "error" });
    onFailure?.();
  });

  useEffect(() => {
    if (!isNeeded || module) return;
    latest.run(load, setModule).catch(() => handleFailure.current());
    return latest.cancel;
  }, [load, isNeeded, module, latest, handleFailure]);

  return module;
}

/** Loads a module early, such as when the pointer or the focus reaches the button that needs it. */
export function preload(load: () => Promise<unknown>): void {
  // `useLazy` tries again and reports the failure
  load().catch(() => undefined);
}
