import type { Translate } from "#app/i18n/text-keys.ts";
import { Equalizer } from "#app/ui/equalizer.tsx";
import { CardChip } from "./card-chip.tsx";

type PeopleChipProps = {
  readonly activeUsers: number;
  readonly locale: string;
  readonly t: Translate<readonly ["home", "shell"]>;
};

/** The number of people in a room now. */
export function PeopleChip({ activeUsers, locale, t }: PeopleChipProps) {
  const isActive = activeUsers > 0;
  return (
    <CardChip className={isActive ? "shrink-0 font-strong" : "shrink-0 text-ink-3"}>
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
    </CardChip>
  );
}
