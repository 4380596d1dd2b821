import { Moon } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useLazyMenu } from "#app/ui/use-lazy-menu.ts";
import type { SleepState, SleepTimer } from "./sleep-timer.ts";

const loadMenu = () => import("./sleep-menu-popover.tsx");

/** A button that opens the menu of the sleep timer, with the time that is left beside it. */
export function SleepMenu({ timer }: { readonly timer: SleepTimer }) {
  const { t } = useTranslation("playback");
  const { button, menu, module } = useLazyMenu(loadMenu);
  const state = useStore(timer.state);
  const { choice, minutesLeft } = state;
  return (
    <span className="flex shrink-0 items-center">
      <IconButton label={useSleepLabel(state)} icon={<Moon fill={choice ? "currentColor" : "none"} />} tooltip {...button} />
      {module && <module.SleepMenuPopover {...menu} label={t("sleep.title")} timer={timer} />}
      {minutesLeft !== null && (
        <span aria-hidden className="text-caption whitespace-nowrap text-ink-2 tabular-nums">
          {t("sleep.minutes", { minutes: minutesLeft })}
        </span>
      )}
    </span>
  );
}

function useSleepLabel({ choice, minutesLeft }: SleepState): string {
  const { t } = useTranslation("playback");
  if (choice === null) return t("sleep.title");
  return minutesLeft === null ? t("sleep.afterTrack") : t("sleep.left", { minutes: minutesLeft });
}
