import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { THEMES, type ThemeChoice } from "#app/ui/theme.ts";

type ThemeCardsProps = { readonly selected: ThemeChoice; readonly onSelect: (theme: ThemeChoice) => void };

/** Radio buttons with a preview of each theme. */
export function ThemeCards({ selected, onSelect }: ThemeCardsProps) {
  const { t } = useTranslation("settings");
  const name = useId();
  return (
    <fieldset className="grid grid-cols-2 gap-3 pb-4 min-[900px]:grid-cols-4">
      <legend className="sr-only">{t("theme")}</legend>
      {THEMES.map((theme) => (
        <ThemeCard key={theme} name={name} theme={theme} isSelected={theme === selected} onSelect={() => onSelect(theme)} />
      ))}
    </fieldset>
  );
}

type ThemeCardProps = {
  /** The name of the radio group. */
  readonly name: string;
  readonly theme: ThemeChoice;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
};

function ThemeCard({ name, theme, isSelected, onSelect }: ThemeCardProps) {
  const { t } = useTranslation("shell");
  return (
    <label
      className={joinClasses(
        "forced-edge grid cursor-pointer gap-2.5 rounded-lg bg-surface p-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
        isSelected ? "inset-ring-2 inset-ring-ink" : "inset-ring inset-ring-line",
      )}
    >
      <span aria-hidden className="grid auto-cols-fr grid-flow-col overflow-hidden rounded-[8px] inset-ring inset-ring-line">
        {(theme === "system" ? (["light", "dark"] as const) : [theme]).map((shown) => (
          <RoomMiniature key={shown} theme={shown} />
        ))}
      </span>
      <span className="flex min-h-7 items-center gap-2.5 px-1">
        <input
          type="radio"
          name={name}
          value={theme}
          checked={isSelected}
          onChange={onSelect}
          className="forced-dot size-5 shrink-0 appearance-none rounded-full outline-none inset-ring-[1.5px] inset-ring-line-strong checked:inset-ring-[6px] checked:inset-ring-ink"
        />
        {t(`theme.${theme}`)}
      </span>
    </label>
  );
}

/** A simplified room page: cover, lines of text and the player bar. */
function RoomMiniature({ theme }: { readonly theme: Exclude<ThemeChoice, "system"> }) {
  return (
    <span data-theme={theme} className="grid h-22 content-between bg-bg p-2">
      <span className="flex gap-2.5">
        <span className="grid w-8 shrink-0 content-start gap-1.5">
          <span className="h-8 rounded-xs bg-[#359494]" />
          <span className="h-1 w-6 rounded-full bg-ink" />
        </span>
        <span className="grid min-w-0 flex-1 content-start gap-2">
          <span className="h-1 rounded-full bg-ink-off" />
          <span className="h-1 w-2/3 rounded-full bg-accent-ink" />
          <span className="h-1 w-5/6 rounded-full bg-ink-off" />
        </span>
      </span>
      <span className="grid h-4.5 place-items-center rounded-[6px] bg-overlay inset-ring inset-ring-line">
        <span className="h-1 w-2/5 rounded-full bg-accent-wave" />
      </span>
    </span>
  );
}
