import type { TFunction } from "i18next";
import { Equalizer } from "#app/ui/equalizer.tsx";

type PeopleChipProps = { readonly activeUsers: number; readonly locale: string; readonly t: TFunction<"home"> };

/** The number of people in a room now. */
export function PeopleChip({ activeUsers, locale, t }: PeopleChipProps) {
  const isActive = activeUsers > 0;
  return (
    <span
      className={`absolute bottom-3 left-3 inline-flex h-6.5 items-center gap-2 rounded-full bg-overlay px-2.5 text-caption shadow-[0_1px_3px_oklch(0_0_0/.12)] ${isActive ? "font-strong" : "text-ink-3"}`}
    >
      {isActive ? (
        <>
          <Equalizer isOn className="size-3" />
          <span aria-hidden className="tabular-nums">
            {activeUsers.toLocaleString(locale)}
          </span>
          <span className="sr-only">{t("here", { count: activeUsers })}</span>
        </>
      ) : (
        t("quiet")
      )}
    </span>
  );
}
