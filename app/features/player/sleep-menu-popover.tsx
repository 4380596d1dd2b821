import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { MenuItem, MenuPopover, type MenuProps, MenuSection } from "#app/ui/menu.tsx";
import { SLEEP_MINUTES, type SleepTimer } from "./sleep-timer.ts";

const OFF = "off";
const CHOICES = [...SLEEP_MINUTES, "track"] as const;

type SleepMenuPopoverProps = Omit<MenuProps, "children"> & { readonly timer: SleepTimer };

/** The choices of the sleep timer. Loaded when they are first needed. */
export function SleepMenuPopover({ timer, ...menu }: SleepMenuPopoverProps) {
  const { t } = useTranslation("playback");
  const { choice } = useStore(timer.state);
  return (
    <MenuPopover {...menu} placement="top end">
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
    </MenuPopover>
  );
}
