import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "./notice-store.ts";

/**
 * What opens needs machinery that a closed page does not: it is fetched when somebody is about to open it, and is
 * `null` until it has come. Where that fails we say so, and `onFailure` takes the opening back.
 */
export function useLazy<Module>(load: () => Promise<Module>, isWanted: boolean, onFailure: () => void): Module | null {
  const { t } = useTranslation("errors");
  const [module, setModule] = useState<Module | null>(null);

  useEffect(() => {
    if (!isWanted || module) return;
    let isCurrent = true;
    load().then(
      (loaded) => isCurrent && setModule(loaded),
      () => {
        if (!isCurrent) return;
        notify({ title: t("network"), variant: "error" });
        onFailure();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [load, isWanted, module, onFailure, t]);

  return module;
}

/** For the moment before: a pointer comes near, the focus arrives. */
export function preload(load: () => Promise<unknown>): void {
  // the opening itself tells of a failure
  load().catch(() => undefined);
}
