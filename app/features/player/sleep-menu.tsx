import { Moon } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { MenuItem, MenuSection, MenuTrigger } from "#app/ui/menu.tsx";
import { SLEEP_MINUTES, type SleepState, type SleepTimer } from "./sleep-timer.ts";

const OFF = "off";
const CHOICES = [...SLEEP_MINUTES, "track"] as const;

/** A button that opens the menu of the sleep timer, with the time that is left beside it. */
export function SleepMenu({ timer }: { readonly timer: SleepTimer }) {
  const { t } = useTranslation("playback");
  const state = useStore(timer.state);
  const { choice, minutesLeft } = state;
  return (
    <span className="flex shrink-0 items-center">
      <MenuTrigger
        label={t("sleep.title")}
        placement="top end"
        trigger={<IconButton label={useSleepLabel(state)} icon={<Moon fill={choice ? "currentColor" : "none"} />} tooltip />}
      >
        <MenuSection
          header={t("sleep.title")}
          selected={String(choice ?? OFF)}
          onSelect={(id) => timer.choose(CHOICES.find((other) => String(other) === id) ?? null)}
        >
          {SLEEP_MINUTES.map((minutes) => (
            <MenuItem key={minutes} id={String(minutes)}>
              {t("sleep.minutes", { minutes })}
            </MenuItem>
          ))}
          <MenuItem id="track">{t("sleep.track")}</MenuItem>
          <MenuItem id={OFF}>{t("sleep.off")}</MenuItem>
        </MenuSection>
      </MenuTrigger>
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
